#import <UIKit/UIKit.h>

/** The answer of the service. */
@interface WeatherAnswer : NSObject
/** 0 if all is well. */
@property (assign, nonatomic) int code;
@property (strong, nonatomic) NSArray *days;
@property (copy, nonatomic) NSString *ID;
@property (copy, nonatomic) NSString *city_name;
@property (copy, nonatomic) NSString *first_station;
@property (assign, nonatomic) NSInteger height;
@property (copy, nonatomic) NSString *note;
@end

typedef enum {
    WeatherKindSun,
    WeatherKindRain = 10,
    WeatherKindSnow
} WeatherKind;

@interface WeatherDay : NSObject
@property (assign, nonatomic) double high, low;
@property (assign, nonatomic) WeatherKind kind;
@property (strong, nonatomic) NSDate *date;
@end
