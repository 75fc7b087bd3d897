// What the library uses of the C library of Apple's systems, declared after its manual pages (sections
// 2, 3 and 4). The numbers of constants don't matter here: nothing is linked or run.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef long ssize_t;
typedef int64_t off_t;
typedef uint16_t mode_t;
typedef int32_t pid_t;

// strerror(3), intro(2)
char *strerror(int errnum);
int *__error(void);

// stat(2)
typedef int32_t dev_t;
typedef uint16_t nlink_t;
typedef uint64_t ino_t;
struct timespec {
  long tv_sec;
  long tv_nsec;
};
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uint32_t st_uid, st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  int64_t st_blocks;
  int32_t st_blksize;
  uint32_t st_flags, st_gen;
};
int stat(const char *path, struct stat *buf);
int lstat(const char *path, struct stat *buf);
int fstat(int fildes, struct stat *buf);

// read(2), write(2), close(2), fsync(2), lseek(2), ftruncate(2), chmod(2), unlink(2), rename(2)
ssize_t read(int fildes, void *_Nullable buf, size_t nbyte);
ssize_t write(int fildes, const void *_Nullable buf, size_t nbyte);
int close(int fildes);
int fsync(int fildes);
off_t lseek(int fildes, off_t offset, int whence);
int ftruncate(int fildes, off_t length);
int fchmod(int fildes, mode_t mode);
int unlink(const char *path);
int rename(const char *old, const char *new);
int isatty(int fildes);

// flock(2): a function and a structure have this name.
struct flock {
  off_t l_start, l_len;
  pid_t l_pid;
  short l_type, l_whence;
};
int flock(int fd, int operation);

// poll(2)
struct pollfd {
  int fd;
  short events;
  short revents;
};
int poll(struct pollfd *_Nullable fds, unsigned nfds, int timeout);

// open(2), fcntl(2); both take a variable number of arguments, and Darwin.swiftinterface has them.
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_ACCMODE 0x0003
#define O_NONBLOCK 0x0004
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_CLOEXEC 0x1000000
#define F_FULLFSYNC 51
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define ENOSPC 28
#define EROFS 30
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ELOOP 62
#define EDQUOT 69

// pthread(3): a thread is a pointer, and a thread's own number of a value an unsigned long.
struct _opaque_pthread_t;
typedef struct _opaque_pthread_t *pthread_t;
typedef unsigned long pthread_key_t;
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_attr_t;
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_mutex_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_mutexattr_t;
#define PTHREAD_MUTEX_ERRORCHECK 1
#define PTHREAD_MUTEX_RECURSIVE 2
int pthread_create(pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attr,
                   void *_Nullable (*start_routine)(void *), void *_Nullable arg);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable value_ptr);
pthread_t pthread_self(void);
void *pthread_get_stackaddr_np(pthread_t thread);
size_t pthread_get_stacksize_np(pthread_t thread);
int pthread_key_create(pthread_key_t *key, void (*_Nullable destructor)(void *));
void *_Nullable pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *_Nullable value);
int pthread_mutexattr_init(pthread_mutexattr_t *attr);
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *_Nullable attr);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutex_destroy(pthread_mutex_t *mutex);

// dlopen(3), dlsym(3)
#define RTLD_NOW 0x2
void *_Nullable dlopen(const char *_Nullable path, int mode);
void *_Nullable dlsym(void *_Nullable handle, const char *symbol);

// malloc(3)
void *_Null_unspecified malloc(size_t size);
void *_Null_unspecified realloc(void *_Null_unspecified ptr, size_t size);
void free(void *_Null_unspecified ptr);

// memcmp(3), memmove(3), memchr(3), exit(3), getenv(3)
int memcmp(const void *_Null_unspecified s1, const void *_Null_unspecified s2, size_t n);
void *_Null_unspecified memcpy(void *_Null_unspecified dst, const void *_Null_unspecified src, size_t n);
void *_Null_unspecified memmove(void *_Null_unspecified dst, const void *_Null_unspecified src, size_t len);
void *_Null_unspecified memchr(const void *_Null_unspecified s, int c, size_t n);
size_t strlen(const char *s);
void exit(int status) __attribute__((__noreturn__));
char *_Nullable getenv(const char *name);

#pragma clang assume_nonnull end
