#define _GNU_SOURCE
#include "CWaylineSystem.h"

#include <dlfcn.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Line editing by libedit, which is loaded when the program runs. The numbers are those of its
// histedit.h, which have not changed since 2009 (editline 3.0).

enum { EL_PROMPT = 0, EL_TERMINAL = 1, EL_EDITOR = 2, EL_SIGNAL = 3, EL_BIND = 4, EL_SETTY = 8, EL_ADDFN = 9 };
enum { EL_HIST = 10, EL_GETCFN = 13, EL_CLIENTDATA = 14, EL_PREP_TERM = 16, EL_REFRESH = 20 };
enum { H_SETSIZE = 1, H_ENTER = 10, H_CLEAR = 19 };
enum { CC_EOF = 2, CC_REFRESH = 4, CC_ERROR = 6, CC_REDISPLAY = 8, CC_REFRESH_BEEP = 9 };

typedef struct {
  const wchar_t *buffer, *cursor, *lastchar;
} line_info;

typedef struct {
  int number;
  const char *text;
} history_event;

static struct {
  void *(*init)(const char *, FILE *, FILE *, FILE *);
  void *(*init_descriptors)(const char *, FILE *, FILE *, FILE *, int, int, int);
  int (*set)(void *, int, ...);
  int (*get)(void *, int, ...);
  const wchar_t *(*gets)(void *, int *);
  const line_info *(*line)(void *);
  int (*insert)(void *, const char *);
  int (*move)(void *, int);
  void (*erase)(void *, int);
  void (*resize)(void *);
  void *(*history_init)(void);
  int (*history)(void *, history_event *, int, ...);
} edit;

struct wayline_editor {
  void *state, *history;
  wayline_editor_calls calls;
  void *context;
  char *prompt;
  // The copy of the descriptor that lines are typed on.
  int input;
  // True if it edits as at a terminal without escape sequences.
  bool is_plain;
  // What the library has printed and the owner has not taken; NULL if it writes to the terminal itself.
  FILE *printed;
  char *text;
  size_t size;
};

static bool load(void) {
  if (edit.init) return true;
  const char *const names[] = {"libedit.so.2", "libedit.so.0", "libedit.3.dylib"};
  void *library = NULL;
  for (size_t index = 0; index < 3 && !library; index++) library = dlopen(names[index], RTLD_NOW);
  if (!library) return false;
  edit.set = (int (*)(void *, int, ...))dlsym(library, "el_set");
  edit.get = (int (*)(void *, int, ...))dlsym(library, "el_get");
  edit.gets = (const wchar_t *(*)(void *, int *))dlsym(library, "el_wgets");
  edit.line = (const line_info *(*)(void *))dlsym(library, "el_wline");
  edit.insert = (int (*)(void *, const char *))dlsym(library, "el_insertstr");
  edit.move = (int (*)(void *, int))dlsym(library, "el_cursor");
  edit.erase = (void (*)(void *, int))dlsym(library, "el_deletestr");
  edit.resize = (void (*)(void *))dlsym(library, "el_resize");
  edit.history_init = (void *(*)(void))dlsym(library, "history_init");
  edit.history = (int (*)(void *, history_event *, int, ...))dlsym(library, "history");
  if (!edit.set || !edit.get || !edit.gets || !edit.line || !edit.insert || !edit.resize) return false;
  if (!edit.history_init || !edit.history) return false;
  edit.init_descriptors = (void *(*)(const char *, FILE *, FILE *, FILE *, int, int, int))dlsym(
    library, "el_init_fd");
  edit.init = (void *(*)(const char *, FILE *, FILE *, FILE *))dlsym(library, "el_init");
  return edit.init != NULL;
}

// libedit writes through the C locale functions: without UTF-8 it could not show what is typed.
static bool has_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (MB_CUR_MAX < 4) setlocale(LC_CTYPE, "C.UTF-8");
  return MB_CUR_MAX >= 4;
}

static wayline_editor *owner(void *state) {
  void *found = NULL;
  edit.get(state, EL_CLIENTDATA, &found);
  return found;
}

static char *prompt(void *state) { return owner(state)->prompt; }

static int next(void *state, wchar_t *character) {
  wayline_editor *editor = owner(state);
  // While it waits for a key, the library changes nothing.
  wayline_terminal_end_change();
  int32_t scalar = editor->calls.next(editor->context);
  wayline_terminal_begin_change();
  *character = scalar < 0 ? 0 : (wchar_t)scalar;
  return scalar < 0 ? 0 : 1;
}

static size_t encode(const wchar_t *text, const wchar_t *end, char *bytes) {
  mbstate_t shift = {0};
  size_t count = 0;
  for (; text < end; text++) {
    size_t size = wcrtomb(bytes + count, *text, &shift);
    if (size != (size_t)-1) count += size;
  }
  bytes[count] = 0;
  return count;
}

static unsigned char complete(void *state, int key) {
  (void)key;
  wayline_editor *editor = owner(state);
  const line_info *line = edit.line(state);
  char *start = malloc((size_t)(line->cursor - line->buffer) * MB_CUR_MAX + 1);
  if (!start) return CC_REFRESH_BEEP;
  encode(line->buffer, line->cursor, start);
  char *more = editor->calls.complete(editor->context, start);
  free(start);
  if (!more) return CC_REDISPLAY;
  unsigned char code = *more && edit.insert(state, more) == 0 ? CC_REFRESH : CC_REFRESH_BEEP;
  free(more);
  return code;
}

// Text that has been typed at once is inserted at once: libedit shows each key by itself.
static unsigned char insert(void *state, int key) {
  (void)key;
  wayline_editor *editor = owner(state);
  char *text = editor->calls.insertion(editor->context);
  if (!text) return CC_ERROR;
  unsigned char code = edit.insert(state, text) == 0 ? CC_REFRESH : CC_ERROR;
  free(text);
  return code;
}

// libedit moves and erases by code point. A person sees characters of one or several of them.

static unsigned char step(void *state, bool forward, bool erases) {
  wayline_editor *editor = owner(state);
  const line_info *line = edit.line(state);
  const wchar_t *start = forward ? line->cursor : line->buffer;
  const wchar_t *end = forward ? line->lastchar : line->cursor;
  if (start >= end) return CC_ERROR;
  int32_t size = editor->calls.cluster((const int32_t *)start, end - start, !forward);
  if (forward || !erases) edit.move(state, forward ? size : -size);
  if (erases) edit.erase(state, size);
  return CC_REFRESH;
}

static unsigned char left(void *state, int key) { return (void)key, step(state, false, false); }
static unsigned char right(void *state, int key) { return (void)key, step(state, true, false); }
static unsigned char erase(void *state, int key) { return (void)key, step(state, false, true); }
static unsigned char erase_right(void *state, int key) { return (void)key, step(state, true, true); }

static unsigned char erase_or_end(void *state, int key) {
  const line_info *line = edit.line(state);
  return line->lastchar == line->buffer ? CC_EOF : erase_right(state, key);
}

static void bind_characters(void *state) {
  static const struct {
    const char *name;
    unsigned char (*run)(void *, int);
    const char *keys[4];
  } steps[] = {
    {"wayline-left", left, {"^B", "\\e[D", "\\eOD"}},
    {"wayline-right", right, {"^F", "\\e[C", "\\eOC"}},
    {"wayline-erase", erase, {"^H", "^?"}},
    {"wayline-erase-right", erase_right, {"\\e[3~"}},
    {"wayline-erase-or-end", erase_or_end, {"^D"}},
  };
  if (!edit.move || !edit.erase) return;
  for (size_t index = 0; index < sizeof steps / sizeof steps[0]; index++) {
    edit.set(state, EL_ADDFN, steps[index].name, "By characters.", steps[index].run);
    for (const char *const *key = steps[index].keys; *key; key++)
      edit.set(state, EL_BIND, *key, steps[index].name, NULL);
  }
}

static FILE *stream(int descriptor, const char *mode) {
  int copy = dup(descriptor);
  return copy < 0 ? NULL : fdopen(copy, mode);
}

wayline_editor *wayline_editor_open(
  const char *program, int input, int output, wayline_editor_calls calls, void *context) {
  if (!load() || !has_utf8()) return NULL;
  FILE *in = stream(input, "r"), *out = stream(output, "w"), *none = fopen("/dev/null", "w");
  wayline_editor *editor = calloc(1, sizeof *editor);
  if (!in || !out || !none || !editor) return NULL;
  // The library flushes its stream at each key and each prompt. Here that writes nothing yet: the owner
  // writes it together with what it prints itself.
  if (edit.init_descriptors) editor->printed = open_memstream(&editor->text, &editor->size);
  wayline_terminal_begin_change();
  editor->state = editor->printed
    ? edit.init_descriptors(
        program, in, editor->printed, none, fileno(in), fileno(out), fileno(none))
    : edit.init(program, in, out, none);
  wayline_terminal_end_change();
  editor->history = edit.history_init();
  if (!editor->state || !editor->history) return NULL;
  editor->calls = calls;
  editor->context = context;
  editor->prompt = strdup("> ");
  editor->input = fileno(in);
  history_event event;
  edit.history(editor->history, &event, H_SETSIZE, 1000);
  edit.set(editor->state, EL_CLIENTDATA, editor);
  edit.set(editor->state, EL_SIGNAL, 0);
  edit.set(editor->state, EL_EDITOR, "emacs");
  edit.set(editor->state, EL_PROMPT, prompt);
  edit.set(editor->state, EL_GETCFN, next);
  edit.set(editor->state, EL_HIST, edit.history, editor->history);
  edit.set(editor->state, EL_ADDFN, "wayline-complete", "Completes what is typed.", complete);
  edit.set(editor->state, EL_BIND, "^I", "wayline-complete", NULL);
  edit.set(editor->state, EL_ADDFN, "wayline-insert", "Inserts what is typed.", insert);
  edit.set(editor->state, EL_BIND, "\\037", "wayline-insert", NULL);
  edit.set(editor->state, EL_BIND, "^R", "em-inc-search-prev", NULL);
  bind_characters(editor->state);
  // Between two lines nothing is echoed: what is typed then is shown at the next prompt.
  edit.set(editor->state, EL_SETTY, "-x", "-echo", "+noflsh", NULL);
  return editor;
}

void wayline_editor_set_plain(wayline_editor *editor, bool is_plain) {
  if (editor->is_plain == is_plain) return;
  editor->is_plain = is_plain;
  wayline_terminal_begin_change();
  edit.set(editor->state, EL_TERMINAL, is_plain ? "dumb" : NULL);
  wayline_terminal_end_change();
  bind_characters(editor->state);
}

bool wayline_editor_renew(wayline_editor *editor) {
  struct termios now;
  if (tcgetattr(editor->input, &now) != 0) return false;
  history_event event;
  edit.history(editor->history, &event, H_CLEAR);
  const char *text = NULL;
  wayline_editor_take_printed(editor, &text);
  return true;
}

char *wayline_editor_read(wayline_editor *editor, const char *prompt) {
  free(editor->prompt);
  editor->prompt = strdup(prompt);
  int count = 0;
  wayline_terminal_begin_change();
  // By itself it would print the prompt first: what is typed in between would be lost or shown twice.
  edit.set(editor->state, EL_PREP_TERM, 1);
  const wchar_t *line = edit.gets(editor->state, &count);
  wayline_terminal_end_change();
  if (!line || count <= 0) return NULL;
  char *bytes = malloc((size_t)count * MB_CUR_MAX + 1);
  if (bytes) encode(line, line + count, bytes);
  return bytes;
}

size_t wayline_editor_take_printed(wayline_editor *editor, const char **text) {
  if (!editor->printed || fflush(editor->printed) != 0) return 0;
  size_t size = editor->size;
  *text = editor->text;
  if (size > 0) fseeko(editor->printed, 0, SEEK_SET);
  return size;
}

bool wayline_editor_has_text(wayline_editor *editor) {
  const line_info *line = edit.line(editor->state);
  return line->lastchar > line->buffer;
}

void wayline_editor_remember(wayline_editor *editor, const char *line) {
  history_event event;
  edit.history(editor->history, &event, H_ENTER, line);
}

void wayline_editor_refresh(wayline_editor *editor) { edit.set(editor->state, EL_REFRESH); }

void wayline_editor_resize(wayline_editor *editor) {
  edit.resize(editor->state);
  edit.set(editor->state, EL_REFRESH);
}

void wayline_editor_prepare(wayline_editor *editor, bool edits) {
  wayline_terminal_begin_change();
  edit.set(editor->state, EL_PREP_TERM, edits ? 1 : 0);
  wayline_terminal_end_change();
}
