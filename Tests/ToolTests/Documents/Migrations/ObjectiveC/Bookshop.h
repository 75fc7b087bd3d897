//
//  Bookshop.h
//  Models that YYModel maps.
//

#import <Foundation/Foundation.h>
#import "YYModel.h"

@class Chapter;

/// How a book is bound.
typedef NS_ENUM(NSUInteger, BookBinding) {
    BookBindingPaper = 0, ///< the usual one
    BookBindingCloth,
    BookBindingURLOnly = 7,
};

typedef NS_OPTIONS(NSInteger, BookMarks) {
    BookMarksNone = 0,
    BookMarksNew = 1 << 0,
    BookMarksSale = 1 << 1,
};

/**
 A book of the shop.

   It has chapters.
 */
@interface Book : NSObject <NSCoding>
@property (nonatomic, copy) NSString *name; ///< its title
@property (nonatomic, strong) NSNumber *rating;
@property (nonatomic, assign) NSInteger pages;
@property (nonatomic, assign) BOOL isNew, sold;
@property (nonatomic) CGFloat width;
@property (nonatomic) double price;
@property (nonatomic) float discount;
@property (nonatomic) uint64_t stock;
@property (nonatomic) NSTimeInterval readingTime;
@property (nonatomic, assign) BookBinding binding;
@property (nonatomic, assign) BookMarks marks;

#pragma mark - Parts

@property (nonatomic, strong) NSArray<Chapter *> *chapters;
// By the name of the reader
@property (nonatomic, strong) NSMutableDictionary *readers;
@property (nonatomic, strong) NSArray *related; /* of the same author */
@property (nonatomic, strong) NSSet<NSString *> *tags;
@property (nonatomic, strong) NSURL *cover;
@property (nonatomic, strong) NSDate *published;
@property (nonatomic, strong) NSData *preview;
@property (nonatomic, strong) id extra;
@property (nonatomic, strong) NSDictionary *attributes;
@property (nonatomic, assign, getter=isHidden) BOOL hidden;
@property (nonatomic, weak) Book *sequel;
@property (nonatomic, copy) void (^onOpen)(NSString *name);
@property (nonatomic, readonly) NSString *title;
@property (nonatomic, assign) CGSize size;
@property (nonatomic, copy) NSString *default; // a word of Swift
- (void)open;
@end

NS_ASSUME_NONNULL_BEGIN

@interface Chapter : NSObject
@property (nonatomic, copy) NSString *title;
@property (nonatomic, copy, nullable) NSString *subtitle;
@property (nonatomic, strong) NSArray<NSArray<NSNumber *> *> *lines;
@end

NS_ASSUME_NONNULL_END

/// A reader, who is a person.
@interface Reader : Chapter
@property (nonatomic, copy) NSString *nick;
@end

extern NSString *const BookDidOpen;
