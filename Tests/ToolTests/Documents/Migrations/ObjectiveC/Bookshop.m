#import "Bookshop.h"

NSString *const BookDidOpen = @"BookDidOpen";
static NSString *const kNameKey = @"n";

@interface Book ()
@property (nonatomic, copy) NSString *cacheKey;
@end

@implementation Book

+ (NSDictionary *)modelCustomPropertyMapper {
    // The server has short names.
    return @{@"name" : kNameKey,
             @"pages" : @"info.pages",
             @"cover" : @[@"cover_url", @"coverURL"],
             @"readingTime" : @"reading_time",
             @"gone" : @"gone"};
}

+ (nullable NSDictionary<NSString *, id> *)modelContainerPropertyGenericClass {
    NSMutableDictionary *classes = [NSMutableDictionary new];
    [classes addEntriesFromDictionary:@{@"readers" : Reader.class}];
    classes[@"related"] = [Book class];
    return classes;
}

+ (NSArray *)modelPropertyBlacklist {
    return @[@"cacheKey"];
}

- (instancetype)init {
    self = [super init];
    if (self) {
        _pages = 1;
        self.name = @"unknown";
        _price = 9.50;
        _chapters = @[];
        _readers = [NSMutableDictionary dictionary];
    }
    return self;
}

- (NSString *)title {
    return _name;
}

- (void)setRating:(NSNumber *)rating {
    _rating = rating;
}

- (BOOL)modelCustomTransformFromDictionary:(NSDictionary *)dic {
    if (_price < 0) {
        // never
        return NO;
    }
    return YES;
}

- (void)encodeWithCoder:(NSCoder *)coder { [self yy_modelEncodeWithCoder:coder]; }
- (id)initWithCoder:(NSCoder *)coder { return [self yy_modelInitWithCoder:coder]; }
- (id)copyWithZone:(NSZone *)zone { return [self yy_modelCopy]; }
- (NSUInteger)hash { return [self yy_modelHash]; }

- (void)open {
    NSLog(@"open");
}

@end

@implementation Chapter
- (BOOL)modelCustomTransformFromDictionary:(NSDictionary *)dic { return YES; }
@end

@implementation Reader
@end
