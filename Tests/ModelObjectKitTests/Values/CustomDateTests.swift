import Foundation
import Testing

@testable import ModelObjectKit

struct CustomDates {
  /// Pattern, text, and its seconds since 2001.
  @Test(
    arguments: [
      ("yyyy-MM-dd", "2014-05-06", 421_027_200),
      ("yyyy-MM-dd", " 2014-05-06\n", 421_027_200),
      ("yyyy-MM-dd", "2014-5-6", 421_027_200),
      ("y/M/d", "2014/5/6", 421_027_200),
      ("y/M/d", "2014/05/06", 421_027_200),
      ("dd.MM.yyyy HH:mm", "06.05.2014 07:08", 421_052_880),
      ("yyyyMMddHHmmss", "20140506070809", 421_052_889),
      ("yyyyMMddHHmmssSSS", "20140506070809250", 421_052_889.25),
      ("yyMMdd", "140506", 421_027_200),
      ("MM/dd/yy", "05/06/14", 421_027_200),
      ("MM/dd/yy", "01/01/50", -1_609_459_200),
      ("MM/dd/yy", "01/01/49", 1_514_764_800),
      ("yyyy-MM-dd HH:mm:ss.SSS", "2014-05-06 07:08:09.123", 421_052_889.123),
      ("yyyy-MM-dd HH:mm:ss.SSS", "2014-05-06 07:08:09.123456", 421_052_889.123456),
      ("yyyy-MM-dd HH:mm:ss.SSSSSS", "2014-05-06 07:08:09.5", 421_052_889.5),
      ("EEEE, d MMMM yyyy", "Tuesday, 6 May 2014", 421_027_200),
      ("EEE, d MMM yyyy", "tuesday, 6 MAY 2014", 421_027_200),
      ("LLLL d, y", "September 16, 2015", 464_054_400),
      ("LLLL d, y", "Sep 16, 2015", 464_054_400),
      ("MMM d yyyy h:mm a", "May 6 2014 7:08 PM", 421_096_080),
      ("MMM d yyyy h:mma", "May 6 2014 12:08am", 421_027_680),
      ("MMM d yyyy h:mm a", "May 6 2014 12:08 PM", 421_070_880),
      ("yyyy-MM-dd K:mm a", "2014-05-06 0:08 PM", 421_070_880),
      ("yyyy-MM-dd kk:mm", "2014-05-06 24:08", 421_027_680),
      ("yyyy-MM-dd'T'HH:mm:ssZ", "2014-05-06T15:08:09+0800", 421_052_889),
      ("yyyy-MM-dd'T'HH:mm:ssZZZZZ", "2014-05-06T15:08:09+08:00", 421_052_889),
      ("yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ", "2014-05-06T07:08:09.123456Z", 421_052_889.123456),
      ("yyyy-MM-dd HH:mm ZZZZ", "2014-05-06 15:08 GMT+08:00", 421_052_880),
      ("yyyy-MM-dd HH:mm xxxx", "2014-05-06 15:08 +0800", 421_052_880),
      ("yyyy-MM-dd HH:mm XXXXX", "2014-05-06 15:08 +08:00", 421_052_880),
      ("yyyyyy-MM-dd", "002014-05-06", 421_027_200),
      ("yyyyyy-MM-dd", "2014-05-06", 421_027_200),
      ("yyyy-MM-dd'T'HH:mm:ssX", "2014-05-06T15:08:09+08", 421_052_889),
      ("yyyy-MM-dd'T'HH:mm:ssXXX", "2014-05-06T15:08:09+08:00", 421_052_889),
      ("yyyy-MM-dd'T'HH:mm:ssXXX", "2014-05-06T07:08:09Z", 421_052_889),
      ("EEE, dd MMM yyyy HH:mm:ss z", "Tue, 06 May 2014 07:08:09 GMT", 421_052_889),
      ("EEE, dd MMM yyyy HH:mm:ss zzz", "Tue, 06 May 2014 15:08:09 GMT+8", 421_052_889),
      ("EEE, dd MMM yyyy HH:mm:ss z", "Tue, 06 May 2014 03:38:09 GMT-3:30", 421_052_889),
      ("EEE, dd MMM yyyy HH:mm:ss z", "Tue, 06 May 2014 00:08:09 PDT", 421_052_889),
      ("EEE MMM d HH:mm:ss yyyy", "Tue May  6 07:08:09 2014", 421_052_889),
      ("yyyy 'o''clock' HH", "2014 o'clock 07", 410_252_400),
      ("yyyy''MM", "2014'05", 420_595_200),
      ("yyyy年M月d日", "2014年5月6日", 421_027_200),
      (" yyyy ", "2014", 410_227_200),
      ("MM-dd", "02-29", -26_524_800),
      ("HH:mm", "07:08", -31_596_720),
      ("", "", -31_622_400),
      ("yyyy-MM-dd HH:mm:ss", "2016-12-31 23:59:60", 504_921_600),
      ("yyyy yyyy", "2014 2014", 410_227_200),
    ] as [(String, String, Double)]
  )
  func patternsReadTheirText(pattern: String, text: String, expected: Double) {
    #expect(seconds(of: text, as: .custom(pattern)) == expected)
    #expect(CustomDateFormat(pattern) != nil, "read without Foundation")
    #expect(seconds(of: text + "x", as: .custom(pattern)) == nil)
    #expect(seconds(of: text + " 1", as: .custom(pattern)) == nil)
    #expect(seconds(of: "x" + text, as: .custom(pattern)) == nil)
  }

  @Test(
    arguments: [
      ("yyyy-MM-dd", ""), ("yyyy-MM-dd", "2014-13-01"), ("yyyy-MM-dd", "2014-00-01"),
      ("yyyy-MM-dd", "2014-02-30"), ("yyyy-MM-dd", "2014-02-00"), ("yyyy-MM-dd", "2014/05/06"),
      ("yyyy-MM-dd", "14-05-06"), ("yyyy-MM-dd", "0000-05-06"), ("yyyy-MM-dd", "-2014-05-06"),
      ("yyyy-MM-dd", "2014-005-06"), ("yyyy-MM-dd", "2014- 5-06"), ("yyyy-MM-dd", "٢٠١٤-05-06"),
      ("yyyy-MM-dd", "2014-05"), ("yyyy-MM-dd", "2014-05-06T07:08:09Z"), ("yyyy", "20140506"),
      ("yyyyMMdd", "2014056"), ("yyyyMMdd", "2014-05-06"), ("MM/dd/yy", "05/06/2014"),
      ("MM/dd/yy", "05/06/4"), ("HH:mm", "24:00"), ("HH:mm", "07:60"), ("HH:mm", "7"),
      ("h:mm a", "13:00 PM"), ("h:mm a", "0:00 AM"), ("K:mm a", "12:00 PM"), ("kk", "0"),
      ("h:mm a", "7:00"), ("h:mm a", "7:00 XM"), ("HH a", "13 AM"), ("HH h", "13 2"),
      ("mm:ss", "08:61"), ("HH:mm:ss", "07:08:60"), ("ss.SSS", "09."),
      ("yyyyMMddHHmmssSSS", "2014050607080925"),
      ("EEE, d MMM yyyy", "Wed, 6 May 2014"), ("EEE, d MMM yyyy", "Tux, 6 May 2014"),
      ("MMM d yyyy", "Mai 6 2014"), ("MMM d yyyy", "5 6 2014"), ("MMMM", "Maybe"),
      ("MMMM", "Septembe"), ("HH:mm Z", "07:08 +2500"), ("HH:mm Z", "07:08 +08:60"),
      ("HH:mm Z", "07:08"), ("HH:mm z", "07:08 XYZ"), ("HH:mm z", "07:08 GMT+19"),
      ("HH:mm z", "07:08 GMT+8:60"), ("yyyy 'at'", "2014 AT"), ("yyyy yyyy", "2014 2015"),
      ("yyyy-MM-dd HH:mm:ss", "2016-12-30 23:59:60"),
    ]
  )
  func patternsReadNothingElse(pattern: String, text: String) {
    #expect(seconds(of: text, as: .custom(pattern)) == nil)
    #expect(CustomDateFormat(pattern) != nil, "read without Foundation")
  }

  @Test(
    arguments: [
      ("yyyy-MM-dd HH:mm:ss", "2014-05-06 07:08:09"),
      ("yyyyMMddHHmmssSSS", "20140506070809123"),
      ("yy-M-d H:m:s", "14-5-6 7:8:9"),
      ("yyyyy", "02014"),
      ("HH:mm:ss.S", "07:08:09.1"),
      ("HH:mm:ss.SSSSSS", "07:08:09.123400"),
      ("EEEE, d MMMM y 'at' h:mm a", "Tuesday, 6 May 2014 at 7:08 AM"),
      ("EEE, dd MMM yyyy HH:mm:ss z", "Tue, 06 May 2014 07:08:09 GMT"),
      ("k K h 'o''clock'", "7 7 7 o'clock"),
      ("Z|X|XX|XXX|x|xx|xxx", "+0000|Z|Z|Z|+00|+0000|+00:00"),
      ("ZZZ|ZZZZ|ZZZZZ|XXXX|XXXXX|xxxxx", "+0000|GMT|Z|Z|Z|+00:00"),
      ("yyyyyy", "002014"),
      ("yyyy年M月d日", "2014年5月6日"),
      ("yyyy  MM", "2014  05"),
      ("", ""),
    ]
  )
  func patternsAreWritten(pattern: String, expected: String) {
    #expect(text(of: 421_052_889.1234, as: .custom(pattern)) == expected)
  }

  @Test(
    arguments: [
      ("Z|X|XX|XXX|x|xx|xxx|z", 8, "+0800|+08|+0800|+08:00|+08|+0800|+08:00|GMT+8"),
      ("Z|X|XX|XXX|x|xx|xxx|z", -3.5, "-0330|-0330|-0330|-03:30|-0330|-0330|-03:30|GMT-3:30"),
      ("ZZZ|ZZZZ|ZZZZZ|XXXX|XXXXX|xxxxx", 8, "+0800|GMT+08:00|+08:00|+0800|+08:00|+08:00"),
      ("yyyy-MM-dd HH:mm", 18, "2014-05-07 01:08"),
      ("EEE h a", 5, "Tue 12 PM"),
      ("EEE h a", 17, "Wed 12 AM"),
      ("k K", 17, "24 0"),
    ] as [(String, Double, String)]
  )
  func patternsAreWrittenInTheZone(pattern: String, hours: Double, expected: String) {
    #expect(text(of: 421_052_889, as: .custom(pattern), in: zone(hours: hours)) == expected)
  }

  @Test func whatCannotBeReadBackIsNotWritten() {
    #expect(text(of: -1_609_459_201, as: .custom("yy")) == nil)
    #expect(text(of: 1_546_300_800, as: .custom("yy")) == nil)
    #expect(text(of: -63_113_904_001, as: .custom("yyyy")) == nil)
    #expect(text(of: -63_113_904_000, as: .custom("yyyy")) == "0001")
    #expect(text(of: 252_423_993_600, as: .custom("yyyy-MM")) == "10000-01")
    #expect(text(of: 252_423_993_600, as: .custom("yyyyMM")) == nil)
    #expect(text(of: .nan, as: .custom("yyyy")) == nil)
  }

  @Test func millisecondsSince1970AreWrittenWhole() {
    for thousandths in 0..<1_000 {
      let seconds = Date(timeIntervalSince1970: 1_399_360_080 + Double(thousandths) / 1_000)
        .timeIntervalSinceReferenceDate
      let digits = String(format: "%03d", thousandths)
      #expect(text(of: seconds, as: .custom("ss.SSS")) == "00.\(digits)")
    }
    #expect(text(of: 59.9999999, as: .custom("mm:ss")) == "01:00")
    #expect(text(of: 59.999999, as: .custom("mm:ss")) == "00:59")
    #expect(text(of: 0.9996, as: .custom("ss.SSS")) == "00.999")
    #expect(text(of: 0.123456789, as: .custom("ss.SSSSSSSSS")) == "00.123456789")
  }

  @Test func datesComeBackToTheLastDigitOfThePattern() {
    let formats = [
      "yyyy-MM-dd HH:mm:ss.SSSSSS", "yyyyMMddHHmmssSSSSSS", "EEEE d MMMM yyyy hh:mm:ss.SSSSSS a Z",
      "SSSSSS ss mm kk dd MM yyyy XXX", "yyyy-MM-dd K:mm:ss,SSSSSS a z",
    ].map { DateOptions.Format.custom($0) }
    var generator = SeededGenerator(seed: 5)
    let local = zone(hours: 5.75)
    for _ in 0..<10_000 {
      let microseconds = Int64.random(
        in: -60_000_000_000_000_000...200_000_000_000_000_000,
        using: &generator
      )
      guard let value = seconds(of: "\(microseconds)e-6", as: .secondsSince1970) else { continue }
      // A date of long ago isn't precise to microseconds.
      guard abs(value) < 4e9 else { continue }
      for format in formats {
        let written = text(of: value, as: format, in: local)
        #expect(written.flatMap { seconds(of: $0, as: format, in: local) } == value)
      }
    }
  }
}

struct CustomDatesLeftToFoundation {
  @Test(
    .needsFoundation,
    arguments: [
      ("yyyy-DDD", "2014-126", 421_027_200),
      ("yyyy-DDD", "2014-366", nil),
      ("yyyy-DDD", "2014/126", nil),
      ("yyyy-DDD", "2014-126x", nil),
      ("yyyy-DDD HH:mm:ss.SSS", "2014-126 07:08:09.123", 421_052_889.123),
      ("YYYY-'W'ww-e", "2014-W19-3", 421_027_200),
      ("yyyy-MM-dd G", "2014-05-06 AD", 421_027_200),
      ("yyyy-MM-dd G", "1500-03-01 AD", -15_804_979_200),
      ("dd/MM/yy G", "01/01/50 AD", -1_609_459_200),
      ("yyyy-DDD HH:mm ZZZZ", "2014-126 15:08 GMT+08:00", 421_052_880),
      ("yyyy-DDD HH:mm ZZZZ", "2014-126 15:08 GMT+08:00 x", nil),
    ] as [(String, String, Double?)]
  )
  func rareLettersAreRead(pattern: String, text: String, expected: Double?) {
    #expect(CustomDateFormat(pattern) == nil)
    #expect(seconds(of: text, as: .custom(pattern)) == expected)
  }

  @Test(.needsFoundation) func rareLettersAreWritten() {
    #expect(text(of: 421_052_889, as: .custom("yyyy-DDD HH")) == "2014-126 07")
    #expect(text(of: 421_052_889, as: .custom("yyyy-DDD HH"), in: zone(hours: 8)) == "2014-126 15")
    #expect(
      text(of: 421_052_889, as: .custom("D HH ZZZZ"), in: zone(hours: 8)) == "126 15 GMT+08:00"
    )
    #expect(text(of: 421_052_889, as: .custom("yyyy-DDD HH")) == "2014-126 07")
    #expect(text(of: .nan, as: .custom("D")) == nil)
    #expect(text(of: .greatestFiniteMagnitude, as: .custom("D")) == nil)
  }

  /// Foundation stops the program with such a zone.
  @Test(.needsFoundation, arguments: [14, 14.5, 15, 18, -14, -14.5, -18])
  func rareLettersAreWrittenInAnyZone(hours: Double) {
    let zone = zone(hours: hours)
    for pattern in ["uuuu-MM-dd HH:mm", "yyyy-DDD'Z' HH:mm"] {
      let format = DateOptions.Format.custom(pattern)
      let written = text(of: 421_052_880, as: format, in: zone)
      #expect(written == text(of: 421_052_880 + hours * 3_600, as: format))
      #expect(written.flatMap { seconds(of: $0, as: format, in: zone) } == 421_052_880)
    }
    let zoned = text(of: 421_052_880, as: .custom("D HH ZZZZ"), in: zone)
    #expect((zoned == nil) == (abs(hours) > 14))
  }

  @Test(.needsFoundation) func localTimeIsReadAsInOtherFormats() {
    let newYork = zone("America/New_York")
    let format = DateOptions.Format.custom("yyyy-DDD HH:mm")
    #expect(seconds(of: "2014-068 02:30", as: format, in: newYork) == 416_043_000)
    #expect(seconds(of: "2014-306 01:30", as: format, in: newYork) == 436_599_000)
  }

  @Test(arguments: ["'", "yyyy '", "'yyyy", "b", "EEEEEEEEEEEEEEEE"])
  func oddPatternsAreHarmless(pattern: String) {
    #expect(seconds(of: "2014", as: .custom(pattern)) == nil)
    #expect(seconds(of: String(repeating: "2014", count: 10_000), as: .custom(pattern)) == nil)
    _ = text(of: 421_052_889, as: .custom(pattern))
  }

  @Test func manyPatternsAndThreadsAgree() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<400).allSatisfy { round in
            let literal = "'\(task)-\(round % 100)'"
            let isRare = hasFoundation && round % 50 == 0
            let format = DateOptions.Format.custom(literal + (isRare ? "yyyy-DDD" : "yyyy-MM-dd"))
            let written = text(of: 421_027_200, as: format)
            return written.flatMap { seconds(of: $0, as: format) } == 421_027_200
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
