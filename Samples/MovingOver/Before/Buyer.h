#import <Foundation/Foundation.h>

/// How someone pays.
typedef NS_ENUM(NSInteger, BuyerPayment) {
    BuyerPaymentCard,
    BuyerPaymentInvoice = 5,
};

/// Who buys: written in Objective-C, years ago.
@interface Buyer : NSObject
@property (nonatomic, copy) NSString *name; ///< with the family name
@property (nonatomic, strong) NSArray<NSString *> *phones;
@property (nonatomic, assign) BuyerPayment payment;
@property (nonatomic, assign) BOOL isShown;
@end
