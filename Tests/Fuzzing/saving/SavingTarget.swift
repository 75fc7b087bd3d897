import Foundation
import ModelObjectKit

/// One input of the fuzzer: a sequence of steps, each a letter and two numbers, that edit a store
/// file, save it, kill its program and open it again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSaving(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count).prefix(600))
  do {
    var life = try SavedLife()
    for place in stride(from: 0, to: bytes.count - 2, by: 3) {
      try life.take(bytes[place], Int(bytes[place + 1]), Int(bytes[place + 2]))
    }
    try life.open()
  } catch {
    found("a store file fails", "\(error)")
  }
  return 0
}

/// The inputs with which the fuzzing begins.
func seeds() -> [Data] {
  // See `SavedLife.take` for the letters.
  [
    "", "a11S00", "a11b21S00O00", "a11a22n12S00t13S00C10O00", "a11a22n12S00r20S00O00",
    "a11a22a33s10s20O00S00", "a11S00t12S00F05t13S00C03", "a11n11S00r10S00a12S00O00",
    "a11a22n12n21S00r10S00r20S00K00O00", "a11S00D00t12S00D00O00", "a11a22n12s10i15S00O00",
    "a11K00t12K00O00C00", "a11S00i12S00a13n12S00O00", "a11a22a33n12n23n31r20t25s10C20O00",
    "a11a22n10S00r00a13s10O00S00O00", "a11a22n10S00r00a13s10r10a14s10C20O00t10S00O00",
    "a11a22n10S00k00S00O00", "a11a22n10S00l00S00O00", "a11a22n10S00k00k00s00O00",
    "a11a22n10S00G00t13S00G00O00", "a11a22n10K00k00G00r00S00O00",
    "a11S00m00S00C10O00m01n11S00F05O00", "a11S00m00m10m20S00O00r50r51k60S00C20F05O00K00O00",
    "a11S00m00S00t50n50r70r71m02S00C40G00O00D00O00",
    "a11a22a33S00x01s00O00x12s10C10O00r10x00s00O00", "a11a22S00x01S00x00s00a14s20O00K00O00",
    "a11a22a33p01q10S00P05s00O00q21p22S00P23S00G00O00", "a11a22S00r10x01s00O00a12x10s00S00O00",
    "a11a22u01S00u12s10O00U03S00C10G00u04S00F05O00", "a11S00m00u10S00u11U52S00O00K00u50G00S00O00",
  ].map { Data($0.utf8) }
}
