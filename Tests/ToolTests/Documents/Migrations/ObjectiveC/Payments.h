#import <JSONModel/JSONModel.h>

@protocol PaymentItem
@end

@interface PaymentItem : JSONModel
@property (nonatomic) NSInteger id;
@property (strong, nonatomic) NSString <Optional> *label;
@property (assign, nonatomic) double price;
@end

@interface Payment : JSONModel
@property (strong, nonatomic) NSArray<PaymentItem> *items;
@property (strong, nonatomic) NSArray<PaymentItem *><PaymentItem, Optional> *gifts;
@property (strong, nonatomic) NSString *orderNumber;
@property (strong, nonatomic) NSDate *paidAt;
@property (strong, nonatomic) NSString<Ignore> *session;
@property (assign, nonatomic) BOOL isTest;
@property (assign, nonatomic) NSInteger count;
@end

@interface Refund : Payment
@property (strong, nonatomic) NSString *reason;
@property (strong, nonatomic) NSString *agent;
@end
