import Foundation
import ModelObjectKit

/// Objects with each kind of column; an archive of them is among those that are kept.
final class FixtureColumns: ModelObject {
  override class var archiveName: String { "fixture.columns" }

  enum Suit: String { case red, black }

  var id = 0
  var large = 0
  var small: Int32 = 0
  var maybe: Int?
  var number = 0.0
  var float: Float = 0
  var maybeNumber: Double?
  var flag = false
  var maybeFlag: Bool?
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var far = Date.distantPast
  var text = ""
  var name: String?
  var suit = Suit.red
  var same = "$same"
  var empty: [Int] = []
  var tags: [String] = []
  var any: Any?
  var owner: PackedOwner?

  convenience init(_ number: Int) {
    self.init()
    id = number - 100
    large = number << 33
    small = Int32(number * 1_000)
    maybe = number % 3 == 0 ? nil : number
    self.number = Double(number) / 8
    float = Float(number) / 8
    maybeNumber = number % 5 == 0 ? nil : -0.5
    flag = number % 3 == 1
    maybeFlag = [nil, true, false][number % 3]
    date = Date(timeIntervalSinceReferenceDate: Double(number))
    far = Date(timeIntervalSinceReferenceDate: number % 2 == 0 ? -1e12 : 1e12)
    text = number % 4 == 0 ? "$é \(number)" : "text\n\(number)"
    name = ["", nil, "$null", "今天"][number % 4]
    suit = number % 2 == 0 ? .red : .black
    tags = number % 3 == 0 ? [] : ["$a", "b"]
    any = number % 4 == 1 ? Unheard() : number
    owner = number % 2 == 0 ? nil : PackedOwner.one
  }

  /// The values in an archive of so many objects, of which the owner is the last one.
  func values(of count: Int) -> [String: Any] {
    var values: [String: Any] = [
      "id": id, "large": large, "small": Int(small), "maybe": maybe ?? NSNull(), "number": number,
      "float": Double(float), "maybeNumber": maybeNumber ?? NSNull(), "flag": flag,
      "maybeFlag": maybeFlag ?? NSNull(), "date": date.timeIntervalSinceReferenceDate,
      "far": far.timeIntervalSinceReferenceDate, "text": text, "name": name ?? NSNull(),
      "suit": suit.rawValue, "same": same, "empty": empty, "tags": tags,
      "owner": owner == nil ? -1 : count,
    ]
    if let any = any as? Int { values["any"] = any }
    // Of one object without an owner, nil is no list of objects.
    if count == 1 { values["owner"] = NSNull() }
    return values
  }
}

extension FixtureColumns {
  /// The values in the archive that is kept.
  static var kept: [[String: Any]] { (0..<32).map { FixtureColumns($0).values(of: 32) } }

  /// 32 of them.
  static let archive = """
    YnBsaXN0MDBXY2xhc3Nlc1Zmb3JtYXRVcm9vdHNXdmVyc2lvbltNb2RlbE9iamVjdFgkb2JqZWN0c08QIQEAAQIDBAUGBwgJ
    CgsMDQ4PEBESExQVFhcYGRobHB0eHxACVWNsYXNzV2NvbHVtbnNVY291bnRVZmlyc3RfEBRmaXh0dXJlLnBhY2tlZC5vd25l
    chABECBUbmFtZVVvd25lcl8QD2ZpeHR1cmUuY29sdW1ucxAAU2FueVRkYXRlVWVtcHR5U2ZhclRmbGFnVWZsb2F0UmlkVWxh
    cmdlVW1heWJlWW1heWJlRmxhZ1ttYXliZU51bWJlclZudW1iZXJUc2FtZVVzbWFsbFRzdWl0VHRhZ3NUdGV4dFckYWJzZW50
    WSRpbnRlZ2Vyc0QiIiIiTxAhAQAAAgMEAAYHCAAKCwwADg8QABITFAAWFxgAGhscAB4fViRkYXRlc08RAQAAAAAAAAAAAAAA
    AAAAAPA/AAAAAAAAAEAAAAAAAAAIQAAAAAAAABBAAAAAAAAAFEAAAAAAAAAYQAAAAAAAABxAAAAAAAAAIEAAAAAAAAAiQAAA
    AAAAACRAAAAAAAAAJkAAAAAAAAAoQAAAAAAAACpAAAAAAAAALEAAAAAAAAAuQAAAAAAAADBAAAAAAAAAMUAAAAAAAAAyQAAA
    AAAAADNAAAAAAAAANEAAAAAAAAA1QAAAAAAAADZAAAAAAAAAN0AAAAAAAAA4QAAAAAAAADlAAAAAAAAAOkAAAAAAAAA7QAAA
    AAAAADxAAAAAAAAAPUAAAAAAAAA+QAAAAAAAAD9ATxEBAAAAAKKUGm3CAAAAopQabUIAAACilBptwgAAAKKUGm1CAAAAopQa
    bcIAAACilBptQgAAAKKUGm3CAAAAopQabUIAAACilBptwgAAAKKUGm1CAAAAopQabcIAAACilBptQgAAAKKUGm3CAAAAopQa
    bUIAAACilBptwgAAAKKUGm1CAAAAopQabcIAAACilBptQgAAAKKUGm3CAAAAopQabUIAAACilBptwgAAAKKUGm1CAAAAopQa
    bcIAAACilBptQgAAAKKUGm3CAAAAopQabUIAAACilBptwgAAAKKUGm1CAAAAopQabcIAAACilBptQgAAAKKUGm3CAAAAopQa
    bUJZJGJvb2xlYW5zRJIkSZJXJGZsb2F0c08QgAAAAAAAAAA+AACAPgAAwD4AAAA/AAAgPwAAQD8AAGA/AACAPwAAkD8AAKA/
    AACwPwAAwD8AANA/AADgPwAA8D8AAABAAAAIQAAAEEAAABhAAAAgQAAAKEAAADBAAAA4QAAAQEAAAEhAAABQQAAAWEAAAGBA
    AABoQAAAcEAAAHhATxAhAZydnp+goaKjpKWmp6ipqqusra6vsLGys7S1tre4ubq7TxEBAQgAAAAAAAAAAAAAAAACAAAAAAAA
    AAQAAAAAAAAABgAAAAAAAAAIAAAAAAAAAAoAAAAAAAAADAAAAAAAAAAOAAAAAAAAABAAAAAAAAAAEgAAAAAAAAAUAAAAAAAA
    ABYAAAAAAAAAGAAAAAAAAAAaAAAAAAAAABwAAAAAAAAAHgAAAAAAAAAgAAAAAAAAACIAAAAAAAAAJAAAAAAAAAAmAAAAAAAA
    ACgAAAAAAAAAKgAAAAAAAAAsAAAAAAAAAC4AAAAAAAAAMAAAAAAAAAAyAAAAAAAAADQAAAAAAAAANgAAAAAAAAA4AAAAAAAA
    ADoAAAAAAAAAPAAAAAAAAAA+AAAAVCRuaWxPECEBAAECAAQFAAcIAAoLAA0OABARABMUABYXABkaABwdAB9ESZIkSUSSJEmS
    REmSJElYJGRvdWJsZXNPEQEAAAAAAAAAAAAAAAAAAADgvwAAAAAAAOC/AAAAAAAA4L8AAAAAAADgvwAAAAAAAAAAAAAAAAAA
    4L8AAAAAAADgvwAAAAAAAOC/AAAAAAAA4L8AAAAAAAAAAAAAAAAAAOC/AAAAAAAA4L8AAAAAAADgvwAAAAAAAOC/AAAAAAAA
    AAAAAAAAAADgvwAAAAAAAOC/AAAAAAAA4L8AAAAAAADgvwAAAAAAAAAAAAAAAAAA4L8AAAAAAADgvwAAAAAAAOC/AAAAAAAA
    4L8AAAAAAAAAAAAAAAAAAOC/AAAAAAAA4L8AAAAAAADgvwAAAAAAAOC/AAAAAAAAAAAAAAAAAADgv0QhhBBCVSRlbmRzWCRp
    bmRleGVzWCRzdHJpbmdzRAEABQtPECEBAAABAgAAAQIAAAECAAABAgAAAQIAAAECAAABAgAAAQJEIiIiIkskbnVsbOS7iuWk
    qU8RAQAAAAAAAAAAAAAAAAAAAMA/AAAAAAAA0D8AAAAAAADYPwAAAAAAAOA/AAAAAAAA5D8AAAAAAADoPwAAAAAAAOw/AAAA
    AAAA8D8AAAAAAADyPwAAAAAAAPQ/AAAAAAAA9j8AAAAAAAD4PwAAAAAAAPo/AAAAAAAA/D8AAAAAAAD+PwAAAAAAAABAAAAA
    AAAAAUAAAAAAAAACQAAAAAAAAANAAAAAAAAABEAAAAAAAAAFQAAAAAAAAAZAAAAAAAAAB0AAAAAAAAAIQAAAAAAAAAlAAAAA
    AAAACkAAAAAAAAALQAAAAAAAAAxAAAAAAAAADUAAAAAAAAAOQAAAAAAAAA9ATxAhAf8g/yD/IP8g/yD/IP8g/yD/IP8g/yD/
    IP8g/yD/IP8gTxBBAgAA6APQB7gLoA+IE3AXWBtAHygjECf4KuAuyDKwNpg6gD5oQlBGOEogTghS8FXYWcBdqGGQZXhpYG1I
    cTB1GHlDAQMITxAhAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABAAEAAQABSHJlZGJsYWNrTxBBAgUACwARABcAHAAiACgA
    LgAzADkAQABHAE0AVABbAGIAaABvAHYAfQCDAIoAkQCYAJ4ApQCsALMAuQDAAMcAzgBPEM4kw6kgMHRleHQKMXRleHQKMnRl
    eHQKMyTDqSA0dGV4dAo1dGV4dAo2dGV4dAo3JMOpIDh0ZXh0Cjl0ZXh0CjEwdGV4dAoxMSTDqSAxMnRleHQKMTN0ZXh0CjE0
    dGV4dAoxNSTDqSAxNnRleHQKMTd0ZXh0CjE4dGV4dAoxOSTDqSAyMHRleHQKMjF0ZXh0CjIydGV4dAoyMyTDqSAyNHRleHQK
    MjV0ZXh0CjI2dGV4dAoyNyTDqSAyOHRleHQKMjl0ZXh0CjMwdGV4dAozMVMkJGFRYlYkZXZlcnlWJCRzYW1l0QcI1AECAwQF
    BgkKogsM1A0ODxAREhMU0RUWoRfUDQ4PEBgZFBrSLC0uL9ExMtExNdE3ONE6O9EtPdEtP9ItQUJD0jdBRUbSSEFJStRMTUFO
    T1BRUtFIVNEHVtEtWdNMTU5bXF3STE5gYd8QExscHR4fICEiIyQlFSYXJygpKiswMzQ2OTw+QERHS1NVV1haXl9irxAgY2Rl
    ZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKig4SgooOEooOEoKKDhKKDhKCig4Sig4SgooOEooOEoKKDhKKDhKCig4Si
    g4SgooOEooOEoKKDhKKDhKCig4Sig4SgooOEooOEoNGFhtGFh6AJigAIABAAFwAdCZMAJQAxADoJhwBeCaQJlgBgAGYAbgB0
    AHoJnwCRAJMAlQmiAJoAoAnxALIAtAC4AL0AwwDHAMwA0gDVANsA4QDrAPcA/gEDAQkBDgETARgBIAEqAS8JrQFTAVoJsgqK
    Al4JtQNiA2wJuANxA3kJuwP8Cb4EIAnBBSUFKgVOCcQFUwVYCckFXQVmBmoJzgZvBnUGfgaHBowGsAa1CdMGwQncB8UJ3wqH
    B+kJ4ggtCDEIVQnlChoIXgiiCewKhgqDCoAKfwp8CnkKeAp1CnIKcQpuCmsKagpnCmQKYwpgCl0KXApZClYKVQpSCk8KTgpL
    CkgKRwpECkEKQAo9CXMJdwl5CYAKjQAAAAAAAAIBAAAAAAAAAIgAAAAAAAAAAAAAAAAAAAqO
    """
}
