#include "CTransfer.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// libcurl, which is loaded when something is fetched for the first time. The numbers are those of its
// curl.h: they are part of its binary interface and have not changed since 2006 (libcurl 7.16).

enum { CURL_GLOBAL_ALL = 3 };
enum {
  CURLOPT_NOPROGRESS = 43,
  CURLOPT_FOLLOWLOCATION = 52,
  CURLOPT_MAXREDIRS = 68,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_TIMEOUT_MS = 155,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_REDIR_PROTOCOLS = 182,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROGRESSDATA = 10057,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_PROGRESSFUNCTION = 20056,
};
enum { CURLPROTO_HTTP = 1, CURLPROTO_HTTPS = 2 };
enum { CURLINFO_RESPONSE_CODE = 0x200002 };
enum { CURLE_OK = 0, CURLE_WRITE_ERROR = 23, CURLE_OPERATION_TIMEDOUT = 28 };
enum { CURLE_ABORTED_BY_CALLBACK = 42 };

static struct {
  void *(*init)(void);
  int (*set)(void *, int, ...);
  int (*perform)(void *);
  int (*info)(void *, int, ...);
  void (*cleanup)(void *);
} curl;

static void load(void) {
  const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"};
  void *library = NULL;
  for (size_t index = 0; index < 3 && !library; index++) library = dlopen(names[index], RTLD_NOW);
  if (!library) return;
  int (*global_init)(long) = (int (*)(long))dlsym(library, "curl_global_init");
  curl.set = (int (*)(void *, int, ...))dlsym(library, "curl_easy_setopt");
  curl.perform = (int (*)(void *))dlsym(library, "curl_easy_perform");
  curl.info = (int (*)(void *, int, ...))dlsym(library, "curl_easy_getinfo");
  curl.cleanup = (void (*)(void *))dlsym(library, "curl_easy_cleanup");
  if (!global_init || !curl.set || !curl.perform || !curl.info || !curl.cleanup) return;
  if (global_init(CURL_GLOBAL_ALL) != CURLE_OK) return;
  curl.init = (void *(*)(void))dlsym(library, "curl_easy_init");
}

enum { longest_body = 8 << 20 };

// The return value that is not `size` ends the transfer.
static size_t append(const char *part, size_t one, size_t size, void *context) {
  transfer_answer *answer = context;
  if (size > longest_body - answer->size) return 0;
  char *body = realloc(answer->body, answer->size + size + 1);
  if (!body) return 0;
  memcpy(body + answer->size, part, size * one);
  answer->body = body;
  answer->size += size;
  return size;
}

typedef struct {
  bool (*is_cancelled)(const void *);
  const void *context;
} cancellation;

static int progress(void *context, double total, double now, double total_up, double now_up) {
  (void)total, (void)now, (void)total_up, (void)now_up;
  const cancellation *asked = context;
  return asked->is_cancelled(asked->context);
}

transfer_end transfer_get(
  const char *address, long milliseconds, bool (*is_cancelled)(const void *context), const void *context,
  transfer_answer *answer
) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  *answer = (transfer_answer){0};
  void *easy = curl.init ? curl.init() : NULL;
  if (!easy) return transfer_without_library;
  cancellation asked = {is_cancelled, context};
  curl.set(easy, CURLOPT_URL, address);
  curl.set(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  curl.set(easy, CURLOPT_REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  curl.set(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl.set(easy, CURLOPT_MAXREDIRS, 10L);
  curl.set(easy, CURLOPT_ACCEPT_ENCODING, "");
  curl.set(easy, CURLOPT_NOSIGNAL, 1L);
  curl.set(easy, CURLOPT_TIMEOUT_MS, milliseconds);
  curl.set(easy, CURLOPT_WRITEFUNCTION, append);
  curl.set(easy, CURLOPT_WRITEDATA, answer);
  curl.set(easy, CURLOPT_NOPROGRESS, 0L);
  curl.set(easy, CURLOPT_PROGRESSFUNCTION, progress);
  curl.set(easy, CURLOPT_PROGRESSDATA, &asked);
  int code = curl.perform(easy);
  if (code == CURLE_OK) curl.info(easy, CURLINFO_RESPONSE_CODE, &answer->status);
  curl.cleanup(easy);
  switch (code) {
  case CURLE_OK: return transfer_answered;
  case CURLE_WRITE_ERROR: return transfer_too_long;
  case CURLE_OPERATION_TIMEDOUT: return transfer_late;
  case CURLE_ABORTED_BY_CALLBACK: return transfer_cancelled;
  default: return transfer_unreachable;
  }
}

void transfer_free(transfer_answer *answer) {
  free(answer->body);
  *answer = (transfer_answer){0};
}
