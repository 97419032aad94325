#include <sqlite3.h>

/// Sets an option of a connection that is on or off; `sqlite3_db_config` is variadic, which Swift
/// does not import. Returns a result code.
static inline int wayline_sqlite_set(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, (int *)0);
}
