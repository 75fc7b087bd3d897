// What Swift itself offers only on newer systems than the oldest that the package runs on, or not at
// all: words that several threads read and write without a lock (its `Atomic` needs iOS 18 or
// macOS 15), addresses without the signatures of arm64e, and functions of the runtime that older
// systems don't have. And searches in a text, sixteen bytes at a time.
//
// All of it is inlined, even if nothing is optimized: the thread sanitizer sees each access in the
// function that it belongs to, and a program needs nothing of this target when it is linked.
#ifndef MODELOBJECT_WORDS_H
#define MODELOBJECT_WORDS_H

#include <stdint.h>

#if __has_feature(ptrauth_intrinsics)
#include <ptrauth.h>
#endif

#define MODELOBJECT_INLINE static inline __attribute__((__always_inline__))

/// A word that threads share, for the next two functions alone.
typedef struct {
  intptr_t bits;
} ModelObjectWord;

// These are the compiler's functions of which <stdatomic.h> is made. They take a plain word, so that
// Swift knows its layout.

/// The word; with it, the thread sees all that was written before the word was stored.
MODELOBJECT_INLINE intptr_t modelObjectLoad(const ModelObjectWord *_Nonnull word) {
  return __atomic_load_n(&word->bits, __ATOMIC_ACQUIRE);
}

/// Replaces the word, after all that the thread has written before.
MODELOBJECT_INLINE void modelObjectStore(ModelObjectWord *_Nonnull word, intptr_t bits) {
  __atomic_store_n(&word->bits, bits, __ATOMIC_RELEASE);
}

/// The place for the address of `swift_beginAccess`, which is looked up once: 0 until then.
///
/// A variable of Swift would be made by a call, or be watched for other accesses itself. Each object
/// file has a word of its own, so what asks for it must stay in one: inlined elsewhere, it would look
/// the address up each time.
MODELOBJECT_INLINE ModelObjectWord *_Nonnull modelObjectBeginAccess(void) {
  static ModelObjectWord word;
  return &word;
}

/// The address of code, without the signature that arm64e puts into its upper bits.
MODELOBJECT_INLINE uintptr_t modelObjectCode(uintptr_t word) {
#if __has_feature(ptrauth_intrinsics)
  return (uintptr_t)ptrauth_strip((void *)word, ptrauth_key_process_independent_code);
#else
  return word;
#endif
}

/// The address of data, without the signature that arm64e puts into its upper bits.
MODELOBJECT_INLINE uintptr_t modelObjectData(uintptr_t word) {
#if __has_feature(ptrauth_intrinsics)
  return (uintptr_t)ptrauth_strip((void *)word, ptrauth_key_process_independent_data);
#else
  return word;
#endif
}

// MARK: - Searches

// Bytes of a text, sixteen at a time. Callers see to it that the offsets lie inside; nothing is read
// beyond `count`. On processors of Intel's kind, one instruction makes bits of sixteen comparisons.

typedef int8_t ModelObjectBytes __attribute__((__vector_size__(16)));

MODELOBJECT_INLINE ModelObjectBytes modelObjectBytes(const void *_Nonnull address) {
  ModelObjectBytes bytes;
  __builtin_memcpy(&bytes, address, sizeof bytes);
  return bytes;
}

MODELOBJECT_INLINE uint64_t modelObjectEight(const void *_Nonnull address) {
  uint64_t bytes;
  __builtin_memcpy(&bytes, address, sizeof bytes);
  return bytes;
}

/// The place of the first byte that a comparison has marked; sixteen if there is none.
MODELOBJECT_INLINE intptr_t modelObjectFirst(ModelObjectBytes marks) {
#ifdef __SSE2__
  typedef char Characters __attribute__((__vector_size__(16)));
  return __builtin_ctz((unsigned)__builtin_ia32_pmovmskb128((Characters)marks) | 0x10000);
#else
  uint64_t halves[2];
  __builtin_memcpy(halves, &marks, sizeof halves);
  if (halves[0]) return __builtin_ctzll(halves[0]) >> 3;
  return halves[1] ? 8 + (__builtin_ctzll(halves[1]) >> 3) : 16;
#endif
}

/// The offset of the first byte from `offset` on that isn't ASCII or can't stand for itself in a JSON
/// string; if fewer than sixteen are left, where they begin.
MODELOBJECT_INLINE intptr_t modelObjectEndOfPlainASCII(const void *_Nonnull text, intptr_t offset,
                                                       intptr_t count) {
  while (count - offset >= 16) {
    ModelObjectBytes bytes = modelObjectBytes((const char *)text + offset);
    // Bytes that aren't ASCII are negative.
    intptr_t first = modelObjectFirst((bytes == '"') | (bytes == '\\') | (bytes < 0x20));
    offset += first;
    if (first < 16) break;
  }
  return offset;
}

/// The offset of the first byte from `offset` on that can't stand for itself in a JSON string, or the end.
MODELOBJECT_INLINE intptr_t modelObjectEndOfPlainRun(const void *_Nonnull text, intptr_t offset,
                                                     intptr_t count) {
  while (count - offset >= 16) {
    ModelObjectBytes bytes = modelObjectBytes((const char *)text + offset);
    ModelObjectBytes isControl = (bytes < 0x20) & (bytes >= 0);
    intptr_t first = modelObjectFirst((bytes == '"') | (bytes == '\\') | isControl);
    offset += first;
    if (first < 16) return offset;
  }
  for (; offset < count; offset++) {
    uint8_t byte = ((const uint8_t *)text)[offset];
    if (byte == '"' || byte == '\\' || byte < 0x20) break;
  }
  return offset;
}

/// The offset of the first byte from `offset` on that isn't white space of JSON, or the end.
MODELOBJECT_INLINE intptr_t modelObjectEndOfBlanks(const void *_Nonnull text, intptr_t offset,
                                                   intptr_t count) {
  while (count - offset >= 16) {
    ModelObjectBytes bytes = modelObjectBytes((const char *)text + offset);
    ModelObjectBytes isBlank = (bytes == ' ') | (bytes == '\n') | (bytes == '\r') | (bytes == '\t');
    intptr_t first = modelObjectFirst(~isBlank);
    offset += first;
    if (first < 16) return offset;
  }
  for (; offset < count; offset++) {
    uint8_t byte = ((const uint8_t *)text)[offset];
    if (byte != ' ' && byte != '\n' && byte != '\r' && byte != '\t') break;
  }
  return offset;
}

/// The offset of the first byte from `offset` on that isn't a decimal digit, or the end.
MODELOBJECT_INLINE intptr_t modelObjectEndOfDigits(const void *_Nonnull text, intptr_t offset,
                                                   intptr_t count) {
  while (count - offset >= 16) {
    ModelObjectBytes bytes = modelObjectBytes((const char *)text + offset);
    intptr_t first = modelObjectFirst((bytes < '0') | (bytes > '9'));
    offset += first;
    if (first < 16) return offset;
  }
  for (; offset < count; offset++) {
    uint8_t byte = ((const uint8_t *)text)[offset];
    if (byte < '0' || byte > '9') break;
  }
  return offset;
}

/// What some bytes are: 0 if all are ASCII, 1 if they are UTF-8, -1 if they aren't, as overlong forms,
/// surrogates and numbers beyond the last plane aren't.
///
/// The masks are of four bytes, the first one lowest: of a lead and its continuations, and of those of
/// their bits that must not be zero, or must not be as in a surrogate.
MODELOBJECT_INLINE intptr_t modelObjectKindOfUTF8(const void *_Nonnull text, intptr_t count) {
  const uint8_t *next = (const uint8_t *)text;
  const uint8_t *end = next + count;
  intptr_t kind = 0;
  while (next < end) {
    // Most letters beyond those of Europe have three bytes: two of them at once.
    while (end - next >= 8) {
      uint64_t six = modelObjectEight(next);
      uint64_t lead = six & 0x200F, other = six >> 24 & 0x200F;
      if ((six & 0xC0C0F0C0C0F0) != 0x8080E08080E0 || lead == 0 || lead == 0x200D || other == 0 ||
          other == 0x200D) {
        break;
      }
      kind = 1;
      next += 6;
    }
    uint32_t four = 0;
    if (end - next >= 4) {
      __builtin_memcpy(&four, next, 4);
    } else {
      // What is missing is no continuation.
      for (intptr_t index = 0; index < end - next; index++) four |= (uint32_t)next[index] << 8 * index;
    }
    if ((four & 0x00C0C0F0) == 0x008080E0 && (four & 0x200F) != 0 && (four & 0x200F) != 0x200D) {
      next += 3;
    } else if ((four & 0x80) == 0) {
      next++;
      while (end - next >= 8 && !(modelObjectEight(next) & 0x8080808080808080)) next += 8;
      while (next < end && *next < 0x80) next++;
      continue;
    } else if ((four & 0xC0E0) == 0x80C0 && (four & 0x1E) != 0) {
      next += 2;
    } else if ((four & 0xC0C0C0F8) == 0x808080F0 && (four & 0x3007) != 0 &&
               ((four & 0x04) == 0 || (four & 0x3003) == 0)) {
      next += 4;
    } else {
      return -1;
    }
    kind = 1;
  }
  return kind;
}

// MARK: - The runtime's report of stored properties

// These three are exported for the standard library's own use. On Apple's systems they are there since
// iOS 13.4 and macOS 10.15.4, and in this form since iOS 14.5 and macOS 11.3: the caller has to ask for
// the version, and a program starts without them. None has more than four arguments, so that Swift's
// calling convention and that of C pass them alike.
#ifdef __APPLE__
#define MODELOBJECT_NEWER __attribute__((__weak_import__))
#else
#define MODELOBJECT_NEWER
#endif

/// What the second function fills in.
typedef struct {
  const char *_Nullable name;
  void (*_Nullable free)(const char *_Nullable);
  _Bool isStrong;
  _Bool isVar;
} ModelObjectField;

extern MODELOBJECT_NEWER intptr_t swift_reflectionMirror_recursiveCount(const void *_Nonnull type);
extern MODELOBJECT_NEWER const void *_Nonnull swift_reflectionMirror_recursiveChildMetadata(
    const void *_Nonnull type, intptr_t index, ModelObjectField *_Nonnull field);
extern MODELOBJECT_NEWER intptr_t swift_reflectionMirror_recursiveChildOffset(
    const void *_Nonnull type, intptr_t index);

MODELOBJECT_INLINE intptr_t modelObjectFieldCount(const void *_Nonnull type) {
  return swift_reflectionMirror_recursiveCount(type);
}

MODELOBJECT_INLINE const void *_Nonnull modelObjectFieldType(const void *_Nonnull type, intptr_t index,
                                                            ModelObjectField *_Nonnull field) {
  return swift_reflectionMirror_recursiveChildMetadata(type, index, field);
}

MODELOBJECT_INLINE intptr_t modelObjectFieldOffset(const void *_Nonnull type, intptr_t index) {
  return swift_reflectionMirror_recursiveChildOffset(type, index);
}

#endif
