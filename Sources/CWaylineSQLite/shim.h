#include <errno.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

/// Sets an option of a connection that is on or off; `sqlite3_db_config` is variadic, which Swift
/// does not import. Returns a result code.
static inline int wayline_sqlite_set(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, (int *)0);
}

/// The file of a connection: that of the database, or that of its log or journal; null if it is not open.
static inline sqlite3_file *wayline_sqlite_file(sqlite3 *database, int is_log) {
  sqlite3_file *file = 0;
  int request = is_log ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER;
  if (sqlite3_file_control(database, "main", request, &file) != SQLITE_OK) return 0;
  return file && file->pMethods ? file : 0;
}

/// The state of a log, as the index of the log has it.
typedef struct {
  uint64_t salts;  // as its bytes are
  uint32_t frames;
  uint32_t moved;
} wayline_log_index;

/// The bytes at the beginning of an index that hold its state.
enum { wayline_index_size = 136 };

/// Reads the beginning of an index as SQLite's "WAL-mode File Format" defines it; returns 0 if it is not
/// complete, or if its two headers differ because another process is writing them.
static inline int wayline_read_index(const void *memory, wayline_log_index *index) {
  // Two headers of 48 bytes, of which the second one is written first.
  const char *bytes = (const char *)memory;
  if (bytes[12] != 1 || memcmp(bytes, bytes + 48, 48) != 0) return 0;
  memcpy(&index->salts, bytes + 32, 8);
  memcpy(&index->frames, bytes + 16, 4);
  memcpy(&index->moved, bytes + 96, 4);
  return 1;
}

/// The index of the log of a connection, where SQLite has it in memory until the connection is closed.
///
/// Only for a connection that has begun a transaction with a log. Returns null if there is no index.
static inline const void *wayline_sqlite_index_memory(sqlite3 *database) {
  sqlite3_file *file = wayline_sqlite_file(database, 0);
  void volatile *memory = 0;
  if (!file || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &memory) != SQLITE_OK) return 0;
  return (const void *)memory;
}

/// Reads the state of a log from the memory of its index, which other processes change.
static inline int wayline_sqlite_index(const void *memory, wayline_log_index *index) {
  for (int attempt = 0; attempt < 100; attempt++) {
    char bytes[wayline_index_size];
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    memcpy(bytes, memory, sizeof bytes);
    if (wayline_read_index(bytes, index)) return 1;
  }
  return 0;
}

/// Returns 1 if the index says that its log has these salts and frames. What a writer has written half does
/// not look like it: the number of frames grows with each commit, or the salts are others.
static inline int wayline_sqlite_has_index(const void *memory, uint64_t salts, uint32_t frames) {
  uint64_t present_salts;
  uint32_t present_frames;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  memcpy(&present_salts, (const char *)memory + 32, 8);
  memcpy(&present_frames, (const char *)memory + 16, 4);
  return present_salts == salts && present_frames == frames;
}

/// Reads bytes of the database file itself, without its log; what is behind its end is 0.
static inline int wayline_sqlite_read(sqlite3 *database, void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *file = wayline_sqlite_file(database, 0);
  if (!file) return 0;
  int code = file->pMethods->xRead(file, bytes, count, offset);
  // SQLITE_IOERR_SHORT_READ, after which the rest was filled.
  return code == SQLITE_OK || code == (SQLITE_IOERR | (2 << 8));
}

/// Returns 1 if the last call on the database or its log that failed was an error of the disk, which
/// SQLite reports as damage (SQLITE_IOERR_CORRUPTFS).
static inline int wayline_sqlite_has_disk_error(sqlite3 *database) {
  for (int is_log = 0; is_log < 2; is_log++) {
    sqlite3_file *file = wayline_sqlite_file(database, is_log);
    int code = 0;
    if (file && file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK
        && (code == EIO || code == ENXIO || code == ERANGE))
      return 1;
  }
  return 0;
}
