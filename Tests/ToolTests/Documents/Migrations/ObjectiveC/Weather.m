#import "Weather.h"
#import <MJExtension/MJExtension.h>

@implementation WeatherAnswer

MJExtensionCodingImplementation

+ (NSDictionary *)mj_replacedKeyFromPropertyName
{
    return @{
             @"ID" : @"id",
             @"first_station" : @"stations[0].name",
             };
}

+ (NSDictionary *)mj_objectClassInArray
{
    return @{ @"days" : @"WeatherDay" };
}

+ (NSArray *)mj_ignoredPropertyNames { return @[@"height"]; }

+ (NSArray *)mj_ignoredCodingPropertyNames { return @[@"note"]; }

- (id)mj_newValueFromOldValue:(id)oldValue property:(MJProperty *)property
{
    if ([property.name isEqualToString:@"city_name"] && oldValue == nil) return @"?";
    return oldValue;
}

@end

@implementation WeatherDay
@end
