#import "Payments.h"

@implementation PaymentItem
@end

@implementation Payment
+ (JSONKeyMapper *)keyMapper {
  return [[JSONKeyMapper alloc] initWithModelToJSONDictionary:@{
    @"orderNumber" : @"order.number",
    @"paidAt" : @"paid_at"
  }];
}
+ (BOOL)propertyIsOptional:(NSString *)propertyName {
  if ([propertyName isEqualToString:@"isTest"] || [propertyName isEqualToString:@"count"])
    return YES;
  return NO;
}
@end

@implementation Refund
+ (BOOL)propertyIsOptional:(NSString *)propertyName {
  NSArray *optional = @[@"agent"];
  return [optional containsObject:propertyName];
}
+ (BOOL)propertyIsIgnored:(NSString *)propertyName {
  return [@[@"gone"] containsObject:propertyName];
}
@end
