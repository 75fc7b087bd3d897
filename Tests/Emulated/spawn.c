// Loaded into every arm64 program that `.ci/arm64` runs under qemu: what such a program starts, runs
// under qemu too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int (*Spawn)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                     const posix_spawnattr_t *, char *const[], char *const[]);

static int isForeign(const char *path) {
  unsigned char head[20];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, head, sizeof head);
  close(file);
  return count == sizeof head && !memcmp(head, ELFMAG, SELFMAG) && head[18] == EM_AARCH64;
}

static int start(const char *name, pid_t *pid, const char *path,
                 const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                 char *const arguments[], char *const environment[]) {
  Spawn original = (Spawn)dlsym(RTLD_NEXT, name);
  char *root = getenv("QEMU_LD_PREFIX");
  if (!root || !isForeign(path))
    return original(pid, path, actions, attributes, arguments, environment);
  char *const before[] = {"qemu-aarch64", "-L", root, "-0", arguments[0], (char *)path};
  int known = sizeof before / sizeof *before, count = 0;
  while (arguments[count]) count++;
  // The first argument is the name; what ends the list is copied too.
  char **all = calloc(known + count, sizeof(char *));
  memcpy(all, before, sizeof before);
  memcpy(all + known, arguments + 1, count * sizeof(char *));
  int result = original(pid, "/usr/bin/qemu-aarch64", actions, attributes, all, environment);
  free(all);
  return result;
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[],
                char *const environment[]) {
  return start("posix_spawn", pid, path, actions, attributes, arguments, environment);
}

int posix_spawnp(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[],
                 char *const environment[]) {
  return start("posix_spawnp", pid, path, actions, attributes, arguments, environment);
}
