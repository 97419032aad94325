#define _GNU_SOURCE
#include "CWaylineSystem.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// Input that others read afterwards: a read ends with a line, and the rest stays for the next reader.

// The bytes that the C library has read from standard input and nobody has taken. glibc keeps those that
// were put back in an area of their own. Source: glibc's libio/genops.c, FreeBSD's stdio/local.h.
static size_t buffered_bytes(void) {
#if defined(__GLIBC__)
  static const int is_in_backup = 0x100;
  size_t count = (size_t)(stdin->_IO_read_end - stdin->_IO_read_ptr);
  if (stdin->_flags & is_in_backup) count += (size_t)(stdin->_IO_save_end - stdin->_IO_save_base);
  return count;
#elif defined(__APPLE__)
  return stdin->_r > 0 ? (size_t)stdin->_r : 0;
#else
  return 0;
#endif
}

// A thread that waits for a line holds the lock: then nothing is buffered.
size_t wayline_buffered_input(void) {
  if (ftrylockfile(stdin) != 0) return 0;
  size_t count = buffered_bytes();
  funlockfile(stdin);
  return count;
}

static ssize_t take_buffered(char *bytes, size_t size) {
  if (ftrylockfile(stdin) != 0) return 0;
  size_t count = 0, limit = buffered_bytes();
  if (limit > size) limit = size;
  while (count < limit) {
    int byte = getc_unlocked(stdin);
    if (byte == EOF) break;
    bytes[count++] = (char)byte;
    if (byte == '\n') break;
  }
  funlockfile(stdin);
  return (ssize_t)count;
}

static size_t line_length(const char *bytes, size_t count) {
  const char *end = memchr(bytes, '\n', count);
  return end ? (size_t)(end - bytes) + 1 : count;
}

static ssize_t read_file(int descriptor, char *bytes, size_t size) {
  ssize_t count = read(descriptor, bytes, size);
  if (count <= 0) return count;
  size_t length = line_length(bytes, (size_t)count);
  lseek(descriptor, (off_t)length - count, SEEK_CUR);
  return (ssize_t)length;
}

static ssize_t read_socket(int descriptor, char *bytes, size_t size) {
  ssize_t count = recv(descriptor, bytes, size, MSG_PEEK);
  return count <= 0 ? count : read(descriptor, bytes, line_length(bytes, (size_t)count));
}

// A copy of what waits in the pipe shows where the line ends. Where there is none, the bytes come one by
// one, as shells read them.
static ssize_t read_pipe(int descriptor, char *bytes, size_t size) {
#if defined(__linux__)
  int copy[2];
  if (pipe2(copy, O_CLOEXEC) == 0) {
    ssize_t count = tee(descriptor, copy[1], size, SPLICE_F_NONBLOCK);
    if (count > 0) count = read(copy[0], bytes, (size_t)count);
    close(copy[0]);
    close(copy[1]);
    if (count > 0) return read(descriptor, bytes, line_length(bytes, (size_t)count));
  }
#else
  (void)size;
#endif
  return read(descriptor, bytes, 1);
}

// A terminal passes on a line at a time, but whatever was typed while it passed on keys, all at once.
static ssize_t read_terminal(int descriptor, char *bytes, size_t size) {
  size_t count = 0;
  do {
    ssize_t added = read(descriptor, bytes + count, 1);
    if (added <= 0) return count > 0 ? (ssize_t)count : added;
    count++;
  } while (count < size && bytes[count - 1] != '\n' && wayline_readable_bytes(descriptor) > 0);
  return (ssize_t)count;
}

ssize_t wayline_read_line(int descriptor, void *bytes, size_t size) {
  struct stat status;
  if (descriptor == STDIN_FILENO) {
    ssize_t count = take_buffered(bytes, size);
    if (count > 0) return count;
  }
  if (fstat(descriptor, &status) != 0) return -1;
  if (S_ISREG(status.st_mode)) return read_file(descriptor, bytes, size);
  if (S_ISSOCK(status.st_mode)) return read_socket(descriptor, bytes, size);
  if (S_ISFIFO(status.st_mode)) return read_pipe(descriptor, bytes, size);
  if (isatty(descriptor)) return read_terminal(descriptor, bytes, size);
  return read(descriptor, bytes, size);
}
