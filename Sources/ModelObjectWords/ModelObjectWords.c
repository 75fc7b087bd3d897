#include "ModelObjectWords.h"

// What the functions are inlined to: instructions of the processor, not calls of a library.
_Static_assert(__atomic_always_lock_free(sizeof(intptr_t), 0), "a word takes a lock");
_Static_assert(sizeof(ModelObjectWord) == sizeof(void *), "a word isn't as large as an address");
