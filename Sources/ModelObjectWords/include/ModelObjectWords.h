// What Swift itself offers only on newer systems than the oldest that the package runs on, or not at
// all: words that several threads read and write without a lock (its `Atomic` needs iOS 18 or
// macOS 15), addresses without the signatures of arm64e, and functions of the runtime that older
// systems don't have.
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
