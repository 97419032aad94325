#define _GNU_SOURCE
#include "CWaylineSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/vfs.h>
#else
#include <pthread.h>
#include <sys/mount.h>
#include <sys/param.h>
#endif
#include <termios.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

// The main queue. The two functions are what Foundation's run loop uses on Linux.

#ifdef __linux__
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

int wayline_main_queue_handle(void) { return _dispatch_get_main_queue_handle_4CF(); }

void wayline_main_queue_run(void) { _dispatch_main_queue_callback_4CF(NULL); }

bool wayline_main_queue_clear(void) {
  uint64_t wakes;
  return read(_dispatch_get_main_queue_handle_4CF(), &wakes, sizeof wakes) == sizeof wakes;
}

void wayline_main_queue_drain(void) {
  wayline_main_queue_clear();
  wayline_main_queue_run();
}

bool wayline_is_main_thread(void) { return gettid() == getpid(); }
#else
int wayline_main_queue_handle(void) { return -1; }
bool wayline_is_main_thread(void) { return pthread_main_np() != 0; }
void wayline_main_queue_run(void) {}
bool wayline_main_queue_clear(void) { return true; }
void wayline_main_queue_drain(void) {}
#endif

int wayline_flush_standard_output(void) {
  static int error;
  if (fflush(stdout) != 0 && error == 0) error = errno;
  // An earlier write of the library may have failed without this one.
  if (ferror(stdout) && error == 0) error = EIO;
  return error;
}

int wayline_open_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // A result that nobody can read is not written: the write fails, as one to a full disk does.
    int mode = descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR;
    if (open("/dev/null", mode) != descriptor) return errno;
  }
  return 0;
}

// Files.

#ifdef __APPLE__
bool wayline_is_on_network(const char *path) {
  struct statfs volume;
  return statfs(path, &volume) == 0 && !(volume.f_flags & MNT_LOCAL);
}

bool wayline_is_network_type(uint32_t type) { return false; }

int64_t wayline_birth_time(const char *path) {
  struct stat status;
  if (lstat(path, &status) != 0) return 0;
  return (int64_t)status.st_birthtimespec.tv_sec * 1000000000 + status.st_birthtimespec.tv_nsec;
}
#else
// The types of statfs(2) whose files another machine may hold: there a lock or shared memory may not reach all
// who use a file. Sources: linux/magic.h, and the remote types in the table of stat(1) of GNU coreutils. FUSE
// is among them: virtiofs, sshfs and s3fs have its type, and a local one loses little.
static const uint32_t network_types[] = {
  0x6969,      // NFS
  0x517B,      // SMB
  0xFF534D42,  // CIFS
  0xFE534D42,  // SMB 2
  0x73757245,  // Coda
  0x5346414F,  // AFS
  0x6B414653,  // kAFS
  0x01021997,  // 9P
  0x00C36400,  // Ceph
  0x0BD00BD0,  // Lustre
  0x7461636F,  // OCFS2
  0x01161970,  // GFS2
  0x65735546,  // FUSE, virtiofs
  0x786F4256,  // Shared folders of VirtualBox
  0x47504653,  // GPFS
  0x19830326,  // BeeGFS
  0xAAD7AAEA,  // PanFS
  0x013111A8,  // IBRIX
  0xA501FCF5,  // VxFS
  0x564C,      // NCP
  0x61636673,  // ACFS
  0x7C7C6673,  // Shared folders of Parallels
  0xBACBACBC,  // Shared folders of VMware
  0xBEEFDEAD,  // StorNext
};

bool wayline_is_network_type(uint32_t type) {
  for (size_t index = 0; index < sizeof network_types / sizeof network_types[0]; index++)
    if (type == network_types[index]) return true;
  return false;
}

bool wayline_is_on_network(const char *path) {
  struct statfs volume;
  return statfs(path, &volume) == 0 && wayline_is_network_type((uint32_t)volume.f_type);
}

int64_t wayline_birth_time(const char *path) {
#ifdef STATX_BTIME
  struct statx status;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status) == 0
      && (status.stx_mask & STATX_BTIME))
    return (int64_t)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec;
#endif
  return 0;
}
#endif

// The process.

#ifdef __APPLE__
#include <crt_externs.h>
char **wayline_environment(void) { return *_NSGetEnviron(); }
#else
char **wayline_environment(void) { return environ; }
#endif

static const int limits[] = {
  RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_STACK, RLIMIT_MEMLOCK,
};

static int64_t limit_value(rlim_t value) {
  return value == RLIM_INFINITY || value > INT64_MAX ? -1 : (int64_t)value;
}

int wayline_limit(int32_t kind, int64_t *current, int64_t *maximum) {
  struct rlimit limit;
  if (getrlimit(limits[kind], &limit) != 0) return -1;
  *current = limit_value(limit.rlim_cur);
  *maximum = limit_value(limit.rlim_max);
  return 0;
}

int wayline_set_limit(int32_t kind, int64_t value) {
  struct rlimit limit;
  if (getrlimit(limits[kind], &limit) != 0) return -1;
  limit.rlim_cur = (rlim_t)value;
  return setrlimit(limits[kind], &limit);
}

int wayline_set_dumpable(bool dumpable) {
#ifdef __linux__
  return prctl(PR_SET_DUMPABLE, dumpable ? 1 : 0, 0, 0, 0);
#else
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return -1;
  limit.rlim_cur = dumpable ? limit.rlim_max : 0;
  return setrlimit(RLIMIT_CORE, &limit);
#endif
}

bool wayline_is_dumpable(void) {
#ifdef __linux__
  return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0;
#else
  struct rlimit limit;
  return getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_cur != 0;
#endif
}

// Terminals.

int wayline_pipe(int *ends) {
#if defined(__linux__)
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) < 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

#if defined(__linux__)
#define CLOSED_IN_PROGRAMS O_CLOEXEC
#else
#define CLOSED_IN_PROGRAMS 0
#endif

int wayline_open_pseudo_terminal(int *controller, int *terminal) {
  int outer = posix_openpt(O_RDWR | O_NOCTTY | CLOSED_IN_PROGRAMS);
  if (outer < 0) return errno;
  int inner = -1;
  char name[64];
  if (grantpt(outer) == 0 && unlockpt(outer) == 0 && ptsname_r(outer, name, sizeof name) == 0)
    inner = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (inner < 0) {
    int error = errno;
    close(outer);
    return error;
  }
  fcntl(outer, F_SETFD, FD_CLOEXEC);
  *controller = outer;
  *terminal = inner;
  return 0;
}

int wayline_readable_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) < 0 ? -1 : count;
}

void wayline_erase(void *bytes, size_t count) {
  if (count == 0) return;
  memset(bytes, 0, count);
  // A compiler may leave out a write to memory that is released next; this reads it.
  __asm__ volatile("" : : "r"(bytes) : "memory");
}

// Traces of secrets.

#if defined(__x86_64__)
/// 0 for the registers that every processor has, 1 with AVX, 2 with AVX-512, if the system saves them.
static int vector_level(void) {
  static _Atomic int known = -1;
  if (known >= 0) return known;
  unsigned int a, b, c, d, level = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) && (c & bit_OSXSAVE) && (c & bit_AVX)) {
    unsigned int enabled, high;
    __asm__ volatile("xgetbv" : "=a"(enabled), "=d"(high) : "c"(0));
    bool has512 = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX512F);
    if ((enabled & 0x06) == 0x06) level = has512 && (enabled & 0xE0) == 0xE0 ? 2 : 1;
  }
  return known = (int)level;
}

#define CLEAR_512(n) "vpxord %%zmm" #n ", %%zmm" #n ", %%zmm" #n "\n\t"

__attribute__((noinline, target("avx512f"))) static void erase_registers_512(void) {
  __asm__ volatile(CLEAR_512(16) CLEAR_512(17) CLEAR_512(18) CLEAR_512(19) CLEAR_512(20)
                       CLEAR_512(21) CLEAR_512(22) CLEAR_512(23) CLEAR_512(24) CLEAR_512(25)
                           CLEAR_512(26) CLEAR_512(27) CLEAR_512(28) CLEAR_512(29)
                               CLEAR_512(30) CLEAR_512(31)::
                       : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23",
                         "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31");
}

__attribute__((noinline, target("avx"))) static void erase_registers_256(void) {
  __asm__ volatile("vzeroall" ::
                       : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                         "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

#define CLEAR_128(n) "pxor %%xmm" #n ", %%xmm" #n "\n\t"

__attribute__((noinline)) static void erase_registers_128(void) {
  __asm__ volatile(CLEAR_128(0) CLEAR_128(1) CLEAR_128(2) CLEAR_128(3) CLEAR_128(4) CLEAR_128(5)
                       CLEAR_128(6) CLEAR_128(7) CLEAR_128(8) CLEAR_128(9) CLEAR_128(10)
                           CLEAR_128(11) CLEAR_128(12) CLEAR_128(13) CLEAR_128(14)
                               CLEAR_128(15)::
                       : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                         "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

static void erase_registers(void) {
  int level = vector_level();
  if (level == 2) erase_registers_512();
  level == 0 ? erase_registers_128() : erase_registers_256();
}
#elif defined(__aarch64__)
#define CLEAR(n) "movi v" #n ".2d, #0\n\t"

__attribute__((noinline)) static void erase_registers(void) {
  __asm__ volatile(
      CLEAR(0) CLEAR(1) CLEAR(2) CLEAR(3) CLEAR(4) CLEAR(5) CLEAR(6) CLEAR(7) CLEAR(8) CLEAR(9)
          CLEAR(10) CLEAR(11) CLEAR(12) CLEAR(13) CLEAR(14) CLEAR(15) CLEAR(16) CLEAR(17)
              CLEAR(18) CLEAR(19) CLEAR(20) CLEAR(21) CLEAR(22) CLEAR(23) CLEAR(24) CLEAR(25)
                  CLEAR(26) CLEAR(27) CLEAR(28) CLEAR(29) CLEAR(30) CLEAR(31)::
          : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12",
            "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24",
            "v25", "v26", "v27", "v28", "v29", "v30", "v31");
}
#else
static void erase_registers(void) {}
#endif

// Its room lies where those were that the caller called before.
__attribute__((noinline)) static void erase_stack(void) {
  uint8_t room[32 << 10];
  wayline_erase(room, sizeof room);
}

void wayline_erase_traces(void) {
  erase_registers();
  erase_stack();
}
