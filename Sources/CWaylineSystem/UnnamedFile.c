// Files that have no name until their content is complete.

#define _GNU_SOURCE
#include "CWaylineSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int wayline_open_unnamed(const char *folder, uint32_t permissions) {
#ifdef O_TMPFILE
  return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, (mode_t)permissions);
#else
  errno = ENOTSUP;
  return -1;
#endif
}

int wayline_name_file(int file, const char *path) {
#ifdef O_TMPFILE
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
#else
  errno = ENOTSUP;
  return -1;
#endif
}
