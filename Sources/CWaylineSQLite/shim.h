#include <errno.h>
#include <sqlite3.h>
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

/// Copies the first 136 bytes of the index of the log, as SQLite's "WAL-mode File Format" defines them.
///
/// Only for a connection that has begun a transaction with a log. Returns 0 if there is no index, or if
/// its two headers differ because another process is writing them.
static inline int wayline_sqlite_index(sqlite3 *database, void *bytes) {
  sqlite3_file *file = wayline_sqlite_file(database, 0);
  void volatile *memory = 0;
  if (!file || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &memory) != SQLITE_OK || !memory) return 0;
  for (int attempt = 0; attempt < 100; attempt++) {
    file->pMethods->xShmBarrier(file);
    memcpy(bytes, (const void *)memory, 136);
    if (memcmp(bytes, (const char *)bytes + 48, 48) == 0) return 1;
  }
  return 0;
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
