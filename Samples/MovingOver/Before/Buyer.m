#import "Buyer.h"
#import <YYModel/YYModel.h>

@implementation Buyer

+ (NSDictionary *)modelCustomPropertyMapper {
    return @{@"name" : @"full_name"};
}

+ (NSArray *)modelPropertyBlacklist {
    return @[@"isShown"];
}

- (NSString *)description {
    return [self yy_modelDescription];
}

@end
