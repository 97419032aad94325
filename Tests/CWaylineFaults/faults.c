// The program's own definitions of some calls of the C library: the linker takes these for the
// program and for the libraries that it loads. Each counts, and then makes the call of the system.

#define _GNU_SOURCE
#include "CFaults.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The options of a build with the address sanitizer, which the probe does not get from its environment: the
// random generators that libcrypto keeps for a thread are no leaks, and freed memory is not kept for long,
// because a role measures the growth of the process.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0:quarantine_size_mb=1"; }

static char watched[1024];
static int planned;
static int counted;
static int hit;
static enum wayline_fault wanted;
static bool reads;

void wayline_faults_plan(const char *folder, int number, enum wayline_fault fault) {
  strncpy(watched, folder, sizeof watched - 1);
  planned = number;
  wanted = fault;
}

void wayline_faults_plan_reads(const char *folder, int number, enum wayline_fault fault) {
  wayline_faults_plan(folder, number, fault);
  reads = true;
}

int wayline_faults_hit(void) { return hit; }

/// Counts a call of the planned kind; its error if it is the one that goes wrong, else 0.
static int fault_of_kind(const char *path, bool is_read) {
  if (is_read != reads || watched[0] == 0 || strncmp(path, watched, strlen(watched)) != 0) return 0;
  counted += 1;
  if (counted < planned || (counted > planned && wanted != WAYLINE_FAULT_FILL)) return 0;
  hit = 1;
  if (wanted == WAYLINE_FAULT_KILL) kill(getpid(), SIGKILL);
  return reads || wanted == WAYLINE_FAULT_FAIL ? EIO : ENOSPC;
}

static int fault(const char *path) { return fault_of_kind(path, false); }

static long refused(int code) {
  errno = code;
  return -1;
}

int mkdir(const char *path, mode_t mode) {
  int code = fault(path);
  return (int)(code ? refused(code) : syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

int rename(const char *from, const char *to) {
  int code = fault(from);
  return (int)(code ? refused(code) : syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int link(const char *from, const char *to) {
  int code = fault(from);
  return (int)(code ? refused(code) : syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlink(const char *path) {
  // A full disk lets files be deleted.
  int code = wanted == WAYLINE_FAULT_FILL ? 0 : fault(path);
  return (int)(code ? refused(code) : syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  int code = fault(to);
  return (int)(code ? refused(code) : syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}

static bool makes_file(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

/// Counts a call on an open file by the path that it was opened with.
static int fault_of_descriptor(int descriptor, bool is_read) {
  if (is_read != reads) return 0;
  char link[32], path[1024];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long count = watched[0] == 0 ? -1 : syscall(SYS_readlink, link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  return fault_of_kind(path, is_read);
}

static int fault_of(int descriptor) { return fault_of_descriptor(descriptor, false); }

// SQLite writes with `pwrite`, so these are the writes of the program itself.
ssize_t write(int descriptor, const void *bytes, size_t count) {
  int code = fault_of(descriptor);
  return code ? refused(code) : syscall(SYS_write, descriptor, bytes, count);
}

// The reads of the program, and those of SQLite.

ssize_t read(int descriptor, void *bytes, size_t count) {
  int code = fault_of_descriptor(descriptor, true);
  return code ? refused(code) : syscall(SYS_read, descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t position) {
  int code = fault_of_descriptor(descriptor, true);
  return code ? refused(code) : syscall(SYS_pread64, descriptor, bytes, count, position);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t position) {
  int code = fault_of_descriptor(descriptor, true);
  return code ? refused(code) : syscall(SYS_pread64, descriptor, bytes, count, position);
}

int fsync(int descriptor) {
  int code = fault_of(descriptor);
  return (int)(code ? refused(code) : syscall(SYS_fsync, descriptor));
}

static int opened(const char *path, int flags, mode_t mode) {
  int code = 0;
  if ((flags & O_TMPFILE) == O_TMPFILE) code = fault(path);
  // A file that is there already is not made, whatever the flags allow.
  if ((flags & O_CREAT) && faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
    code = fault(path);
  return (int)(code ? refused(code) : syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = makes_file(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = makes_file(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened(path, flags | O_LARGEFILE, mode);
}

int wayline_fork(void) { return (int)fork(); }

int wayline_mount_small_disk(const char *folder, const char *size) {
  char options[64];
  snprintf(options, sizeof options, "size=%s", size);
  if (unshare(CLONE_NEWNS) != 0) return errno;
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return errno;
  return mount("tmpfs", folder, "tmpfs", 0, options) == 0 ? 0 : errno;
}
