// One plain error on systems for which the library can't be built.
#if os(Windows)
#error("ModelObjectKit does not build for Windows: it needs POSIX threads")
#elseif !_pointerBitWidth(_64)
// A watch (apps for it are archived for arm64_32 too), a browser (wasm32), and the like.
#error("ModelObjectKit needs a 64-bit system: it reads metadata and integers of that size")
#endif
