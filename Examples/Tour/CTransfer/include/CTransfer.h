#ifndef CTRANSFER_H
#define CTRANSFER_H

#include <stdbool.h>
#include <stddef.h>

/// How a transfer ended.
typedef enum {
  transfer_answered,
  transfer_without_library,
  transfer_unreachable,
  transfer_late,
  transfer_too_long,
  transfer_cancelled,
} transfer_end;

/// The answer of a server: its status, and the bytes of its body.
typedef struct {
  long status;
  char *body;
  size_t size;
} transfer_answer;

/// Gets what is at an address that begins with http or https, and follows its redirections.
///
/// Waits on the thread of the caller, without using the processor, for at most `milliseconds`. About
/// once a second, and at each part of the answer, `is_cancelled` is asked whether to stop.
/// A body of more than 8 MiB is not read to its end.
transfer_end transfer_get(
  const char *address, long milliseconds, bool (*is_cancelled)(const void *context), const void *context,
  transfer_answer *answer);

/// Releases the body of an answer.
void transfer_free(transfer_answer *answer);

#endif
