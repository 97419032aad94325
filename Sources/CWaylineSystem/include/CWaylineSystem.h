#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The descriptor that becomes readable when the main dispatch queue has work, or -1 without one.
int wayline_main_queue_handle(void);

/// True if the calling thread is the one that the process began with.
bool wayline_is_main_thread(void);

/// Runs what waits on the main dispatch queue. Only for the main thread.
void wayline_main_queue_drain(void);

/// Runs what waits on the main dispatch queue and leaves its descriptor alone: cheap when nothing
/// waits. Only for the main thread.
void wayline_main_queue_run(void);

/// Makes the descriptor of the main dispatch queue wait for work that is added from now on. Returns whether some was
/// added since the last time, or may have been. Only in work of that queue on the main thread.
bool wayline_main_queue_clear(void);

/// Writes out what programs have printed through the standard output stream so far.
/// Returns 0, or the error number if any of it, since the start, could not be written.
int wayline_flush_standard_output(void);

/// Opens the standard descriptors that the parent closed, so that no file gets their numbers. Writing to
/// a standard output that was closed fails. Returns 0, or the error number.
int wayline_open_standard_descriptors(void);

/// True if a file is on a file system that another machine may use too; false where that is unknown.
bool wayline_is_on_network(const char *path);

/// True if a type of statfs(2) is such a file system; without effect on a system whose types have no numbers.
bool wayline_is_network_type(uint32_t type);

/// The time at which a file was made, in nanoseconds since 1970; 0 where that is unknown.
int64_t wayline_birth_time(const char *path);

/// The variables of the process, "name=value", NULL at the end; or NULL.
char **wayline_environment(void);

/// Reads a limit of the process; -1 stands for none. The kinds: 0 open descriptors, 1 file size,
/// 2 core dump, 3 stack, 4 locked memory. Returns 0, or -1 with the error in errno.
int wayline_limit(int32_t kind, int64_t *current, int64_t *maximum);

/// Sets the present value of a limit. Returns 0, or -1 with the error in errno.
int wayline_set_limit(int32_t kind, int64_t value);

/// Rules out, or allows, that the memory of the process is dumped or read by debuggers.
/// Returns 0, or -1 with the error in errno.
int wayline_set_dumpable(bool dumpable);

/// True if the memory of the process may be dumped.
bool wayline_is_dumpable(void);

/// Overwrites memory, also where nothing reads it afterwards.
void wayline_erase(void *bytes, size_t count);

/// Overwrites the vector registers of the calling thread, and its stack below the caller.
void wayline_erase_traces(void);

/// Opens a pipe whose ends no started program inherits, not even one that another thread starts
/// meanwhile, where the system can do that. Returns 0, or -1 with the error in errno.
int wayline_pipe(int *ends);

/// Opens a pseudo-terminal: both ends, not controlling. Returns 0, or the error number.
int wayline_open_pseudo_terminal(int *controller, int *terminal);

/// Opens the pipe that caught signals are written to, once; returns its end to read, or -1.
int wayline_signal_pipe(void);

/// The number of bytes that caught signals have written to the pipe.
int wayline_signal_arrivals(void);

/// Catches a signal from now on: its number arrives as one byte in the pipe.
/// One that the parent process had ignored stays ignored unless `always`.
/// Returns whether it is caught.
bool wayline_signal_catch(int number, bool always);

/// Takes a signal that arrived by another way as if its action had run; nothing unless it is caught.
void wayline_signal_note(int number);

/// Restores the action that a signal had before.
void wayline_signal_release(int number);

/// The number of the signal that has stopped a child; 0 if none has. The state of the child is left as it is.
int wayline_stop_of_child(int32_t process);

/// Ignores a signal; `wayline_signal_release` undoes it.
void wayline_signal_ignore(int number);

/// True if the program has no action for a signal, and does not ignore it.
bool wayline_signal_is_default(int number);

/// Decides whether SIGINT asks the program to end, as SIGTERM and SIGHUP do.
void wayline_signal_interrupt_ends(bool ends);

/// Decides whether SIGQUIT, and the signals of crashes when another process sends them, end the program also
/// where the runtime reports them, and then continues.
void wayline_signal_reported_ends(bool ends);

/// The program has answered the SIGINT that it received, and continues.
void wayline_signal_answered(void);

/// Returns after the signals that this process has sent to itself had their effect, unless this thread blocks them.
void wayline_signal_deliver(void);

/// Stops the process as the terminal's stop key does, and returns when it is continued.
void wayline_signal_stop(void);

/// Remembers the settings of a terminal, which it gets back when the program exits or is killed.
/// Returns whether it does; false when others are remembered already.
bool wayline_terminal_guard(int descriptor);

/// Says whether a secret is being typed, whose rest is discarded when the program ends.
void wayline_terminal_secret(bool is_secret);

/// Says whether the terminal marks what is pasted (mode 2004), which ends when the program ends.
void wayline_terminal_pastes(bool are_marked);

/// Says what is written to the terminal when the program ends, and the beginning of it when it is stopped:
/// between `wayline_terminal_guard` and its end. Without bytes nothing is.
void wayline_terminal_closing(int descriptor, const char *bytes, size_t stopping, size_t ending);

/// The number of times that the program continued after such a stop.
int wayline_terminal_returns(void);

/// Begins and ends a change of the terminal's settings, which may be a part of another one. Does not
/// return while another thread ends the program and has restored them.
void wayline_terminal_begin_change(void);
void wayline_terminal_end_change(void);

/// The terminal has its settings again: nothing is left to do at the end.
void wayline_terminal_unguard(void);

/// The number of bytes that wait to be read, or -1.
int wayline_readable_bytes(int descriptor);

/// Reads at most to the end of a line; the rest stays with the descriptor for whoever reads it next.
///
/// Of standard input, what the C library has read ahead comes first. Returns the number of bytes, 0 at
/// the end, or -1 with the error in errno.
ssize_t wayline_read_line(int descriptor, void *bytes, size_t size);

/// The number of bytes that the C library has read ahead of standard input.
size_t wayline_buffered_input(void);

/// A line editor, from libedit.
typedef struct wayline_editor wayline_editor;

/// The key ^_, which stands for a text that is inserted at once.
enum { wayline_insertion = 0x1F };

/// The questions of an editor to its owner.
typedef struct {
  /// The next character that was typed, or -1 for the end.
  int32_t (*next)(void *context);
  /// The completion of a beginning, from `malloc`; empty for none, NULL when choices were printed.
  char *(*complete)(void *context, const char *beginning);
  /// The text of the key `wayline_insertion`, from `malloc`; NULL if the user has pressed that key.
  char *(*insertion)(void *context);
  /// The number of scalars in the first, or else the last, character of a row of scalars.
  int32_t (*cluster)(const int32_t *scalars, ptrdiff_t count, bool last);
} wayline_editor_calls;

/// Loads libedit and opens an editor. NULL when the machine has none, or no UTF-8.
wayline_editor *wayline_editor_open(
  const char *program, int input, int output, wayline_editor_calls calls, void *context);

/// Makes an editor print no escape sequences, as for a terminal without any, or those of its terminal.
void wayline_editor_set_plain(wayline_editor *editor, bool is_plain);

/// Prepares an editor for another owner: it has no earlier lines. Returns false if its terminal was closed.
bool wayline_editor_renew(wayline_editor *editor);

/// Reads a line with its end; from `malloc`, or NULL at the end of the input.
char *wayline_editor_read(wayline_editor *editor, const char *prompt);

/// Takes what the library has printed: the number of bytes, which are valid until it prints again.
///
/// Nothing of it is on the terminal. Always 0 where a library can only write to the terminal itself.
size_t wayline_editor_take_printed(wayline_editor *editor, const char **text);

/// True if something has been typed on the line that is being read.
bool wayline_editor_has_text(wayline_editor *editor);

/// Adds a line to those that the arrow keys bring back.
void wayline_editor_remember(wayline_editor *editor, const char *line);

/// Prints prompt and line again, where the cursor is.
void wayline_editor_refresh(wayline_editor *editor);

/// Takes the present size of the terminal, and prints prompt and line again, where the cursor is.
void wayline_editor_resize(wayline_editor *editor);

/// Gives the terminal the settings for editing, or takes them away.
void wayline_editor_prepare(wayline_editor *editor, bool edits);

/// Opens a new file in a folder, for writing, that has no name and ends with its descriptor.
/// Returns the descriptor, or -1 with the error in errno where the file system knows none.
int wayline_open_unnamed(const char *folder, uint32_t permissions);

/// Gives such a file a name, unless the name is taken. Returns 0, or -1 with the error in errno.
int wayline_name_file(int file, const char *path);

/// Creates a queue that is readable when a descriptor in it is. Returns the descriptor, or -1.
int wayline_event_queue(void);

/// Adds a descriptor to a queue, until the descriptor is closed. Returns 0, or -1.
int wayline_event_add(int queue, int descriptor);

/// Creates a descriptor that becomes readable at intervals. Returns the descriptor, or -1.
int wayline_interval_timer(int64_t seconds, int32_t nanoseconds);
