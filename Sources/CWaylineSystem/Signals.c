#define _GNU_SOURCE
#include "CWaylineSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// Everything that runs in a signal handler here calls only functions that POSIX allows there.

// The terminal that gets its settings back, however the program ends.

static struct termios found;
static volatile sig_atomic_t guarded = -1;
static volatile sig_atomic_t has_secret;
static volatile sig_atomic_t has_paste_marks;

// Only where the terminal takes it at once: one that is stopped would hold the program.
static void end_paste_marks(int descriptor) {
  static const char sequence[] = "\033[?2004l";
  struct pollfd output = {descriptor, POLLOUT, 0};
  if (poll(&output, 1, 0) != 1 || !(output.revents & POLLOUT)) return;
  ssize_t count = write(descriptor, sequence, sizeof sequence - 1);
  (void)count;
}

// The bytes that end what is drawn at the terminal: those of a program that ends, which say how far it came,
// and the shorter ones of a program that is stopped. One of two copies is read while the other is written.
struct closing {
  int descriptor;
  size_t ending;
  size_t stopping;
  char bytes[4096];
};
static struct closing closings[2];
static _Atomic(struct closing *) closing;

static void write_closing(bool is_end) {
  struct closing *now = atomic_load(&closing);
  if (now == NULL) return;
  size_t count = is_end ? now->ending : now->stopping;
  struct pollfd output = {now->descriptor, POLLOUT, 0};
  if (poll(&output, 1, 0) != 1 || !(output.revents & POLLOUT)) return;
  ssize_t written = write(now->descriptor, now->bytes, count);
  (void)written;
}

// The thread that changes the terminal, and the number of changes that it is in. The end of the program
// on another thread waits for them, and lets no new one begin: it would undo the restoration.
static pthread_t guarding_thread;
static atomic_int changes;
static atomic_bool is_ending;
static pthread_t ending_thread;

void wayline_terminal_begin_change(void) {
  atomic_fetch_add(&changes, 1);
  if (!atomic_load(&is_ending) || pthread_equal(pthread_self(), ending_thread)) return;
  atomic_fetch_sub(&changes, 1);
  for (;;) pause();
}

void wayline_terminal_end_change(void) { atomic_fetch_sub(&changes, 1); }

// At most a tenth of a second: a terminal that is stopped can hold up a change.
static void end_changes(void) {
  ending_thread = pthread_self();
  atomic_store(&is_ending, true);
  if (pthread_equal(ending_thread, guarding_thread)) return;
  for (int wait = 0; wait < 100 && atomic_load(&changes) > 0; wait++) poll(NULL, 0, 1);
}

static void restore_terminal(void) {
  int error = errno;
  end_changes();
  int descriptor = guarded;
  if (descriptor < 0) {
    errno = error;
    return;
  }
  // A process in the background that changes the terminal is stopped, even on its way out.
  pid_t group = tcgetpgrp(descriptor);
  if (group < 0 || group == getpgrp()) {
    if (has_paste_marks) end_paste_marks(descriptor);
    write_closing(true);
    if (has_secret) tcflush(descriptor, TCIFLUSH);
    tcsetattr(descriptor, TCSANOW, &found);
  }
  // The last step: a handler that interrupts this one restores the terminal as well.
  guarded = -1;
  errno = error;
}

// Signals that arrive in the pipe.

static int signal_pipe[2] = {-1, -1};
static struct sigaction former[NSIG];
static bool replaced[NSIG];

// The number of bytes that were written, so that nobody has to ask the pipe when none was.
static atomic_int arrivals;

int wayline_signal_arrivals(void) { return atomic_load(&arrivals); }

int wayline_signal_pipe(void) {
  if (signal_pipe[0] >= 0) return signal_pipe[0];
  if (wayline_pipe(signal_pipe) != 0) return -1;
  for (int end = 0; end < 2; end++) fcntl(signal_pipe[end], F_SETFL, O_NONBLOCK);
  return signal_pipe[0];
}

// The signals that the parent process had ignored, as `nohup` does. A program that ignores one later, such
// as for a source of its own, means what happens outside of a flow.
static bool ignored_by_parent[NSIG];

__attribute__((constructor)) static void note_ignored(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH, SIGCONT};
  struct sigaction now;
  for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index++)
    if (sigaction(numbers[index], NULL, &now) == 0)
      ignored_by_parent[numbers[index]] = now.sa_handler == SIG_IGN;
}

static void set_action(int number, struct sigaction action) {
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, replaced[number] ? NULL : &former[number]);
  replaced[number] = true;
}

// Ends the program by the signal itself, now.
static void end_now(int number) {
  restore_terminal();
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  raise(number);
}

// The first signal that asks the program to end is left to its loop. A second one ends it at once:
// the loop may not run. Two within a tenth of a second count as one, because a closed terminal and
// the shell in it both send one.

static volatile sig_atomic_t interrupt_ends;
static volatile sig_atomic_t asked;
static volatile sig_atomic_t asked_again;
static struct timespec asked_at;
static const long patience = 100 * 1000 * 1000;

static bool is_patience_over(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - asked_at.tv_sec) * 1000000000L + now.tv_nsec - asked_at.tv_nsec >= patience;
}

#ifdef __linux__
// A call that waits, such as a write to a full pipe, is interrupted until the program has ended: a
// signal that arrives just before the call begins would not interrupt it. The interruptions have a
// signal of their own: while one of them is pending, the system would drop a second SIGTERM.
static timer_t ticks;
static bool has_ticks;

static void set_ticks(bool run) {
  if (!has_ticks) return;
  struct timespec pause = {0, run ? 20 * 1000 * 1000 : 0};
  struct itimerspec times = {pause, pause};
  timer_settime(ticks, 0, &times, NULL);
}

// An action that prints to an output that nothing reads would wait at each line. What it prints from
// now on is lost; the frames have a descriptor of their own.
static void give_up_output(void) {
  struct pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  if (poll(&output, 1, 0) != 0) return;
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
}

static void on_tick(int number, siginfo_t *info, void *context) {
  (void)context;
  // Sent by somebody, it does what it does to a program that has no action for it.
  if (info->si_code != SI_TIMER) end_now(number);
  int error = errno;
  if (asked_again && is_patience_over()) end_now(asked);
  if (asked != SIGINT || interrupt_ends) give_up_output();
  errno = error;
}

// A real-time signal that nobody has an action for, or 0.
static int free_signal(void) {
  for (int number = SIGRTMAX; number >= SIGRTMIN; number--) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_DFL) return number;
  }
  return 0;
}

static void make_ticks(void) {
  if (has_ticks) return;
  struct sigevent event = {0};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = free_signal();
  if (event.sigev_signo == 0) return;
  struct sigaction action = {0};
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, event.sigev_signo);
  if (sigaction(event.sigev_signo, &action, NULL) != 0) return;
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  has_ticks = timer_create(CLOCK_MONOTONIC, &event, &ticks) == 0;
}
#else
static void set_ticks(bool run) { (void)run; }
static void make_ticks(void) {}
#endif

static bool asks_for_end(int number) { return number == SIGINT || number == SIGTERM || number == SIGHUP; }

static void note_request(int number) {
  if (!asked) {
    asked = number;
    clock_gettime(CLOCK_MONOTONIC, &asked_at);
    if (number != SIGINT || interrupt_ends) set_ticks(true);
    return;
  }
  if (is_patience_over()) end_now(number);
  asked_again = 1;
  set_ticks(true);
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  int error = errno;
  if (asks_for_end(number)) note_request(number);
  unsigned char byte = (unsigned char)number;
  ssize_t count = write(signal_pipe[1], &byte, 1);
  (void)count;
  // After the byte: who reads the number first finds the byte too.
  atomic_fetch_add(&arrivals, 1);
  errno = error;
}

void wayline_signal_note(int number) {
  if (number > 0 && number < NSIG && replaced[number]) on_signal(number, NULL, NULL);
}

bool wayline_signal_catch(int number, bool always) {
  if (number <= 0 || number >= NSIG || wayline_signal_pipe() < 0) return false;
  struct sigaction now;
  if (sigaction(number, NULL, &now) != 0) return false;
  bool is_ignored = now.sa_handler == SIG_IGN && ignored_by_parent[number];
  if (!always && !replaced[number] && is_ignored) return false;
  if (number == SIGTERM) make_ticks();
  struct sigaction action = {0};
  action.sa_sigaction = on_signal;
  // A signal that asks for the end interrupts calls that wait; others do not.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | (asks_for_end(number) ? 0 : SA_RESTART);
  set_action(number, action);
  return true;
}

void wayline_signal_ignore(int number) {
  if (number <= 0 || number >= NSIG) return;
  struct sigaction action = {0};
  action.sa_handler = SIG_IGN;
  set_action(number, action);
}

void wayline_signal_release(int number) {
  if (number <= 0 || number >= NSIG || !replaced[number]) return;
  if (number == SIGTERM) set_ticks(false);
  if (number == asked) asked = asked_again = 0;
  sigaction(number, &former[number], NULL);
  replaced[number] = false;
}

void wayline_signal_interrupt_ends(bool ends) { interrupt_ends = ends; }

void wayline_signal_answered(void) {
  if (asked != SIGINT || interrupt_ends) return;
  set_ticks(false);
  asked = asked_again = 0;
}

void wayline_signal_deliver(void) {
  // A change of the mask makes the kernel look for signals that another thread was to receive.
  sigset_t former, changed;
  pthread_sigmask(SIG_SETMASK, NULL, &former);
  changed = former;
  if (sigismember(&former, SIGURG)) {
    sigdelset(&changed, SIGURG);
  } else {
    sigaddset(&changed, SIGURG);
  }
  pthread_sigmask(SIG_SETMASK, &changed, NULL);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
}

void wayline_signal_stop(void) {
  struct sigaction ours, stop = {0};
  stop.sa_handler = SIG_DFL;
  sigemptyset(&stop.sa_mask);
  sigaction(SIGTSTP, &stop, &ours);
  // A thread of a queue has signals blocked.
  sigset_t one, former;
  sigemptyset(&one);
  sigaddset(&one, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &one, &former);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  sigaction(SIGTSTP, &ours, NULL);
}

// The stop of a program that draws at the terminal.

static struct sigaction undrawn_stop;
static bool has_stop_action;
static atomic_int returns;

static void on_drawn_stop(int number) {
  (void)number;
  int error = errno;
  write_closing(false);
  wayline_signal_stop();
  atomic_fetch_add(&returns, 1);
  errno = error;
}

int wayline_terminal_returns(void) { return atomic_load(&returns); }

// Only a program that would be stopped: another action, and none, are the program's own.
static void set_stop_action(bool is_ours) {
  struct sigaction now, action = {0};
  if (sigaction(SIGTSTP, NULL, &now) != 0) return;
  if (is_ours && !has_stop_action && now.sa_handler == SIG_DFL) {
    action.sa_handler = on_drawn_stop;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    has_stop_action = sigaction(SIGTSTP, &action, &undrawn_stop) == 0;
  } else if (!is_ours && has_stop_action) {
    has_stop_action = false;
    if (now.sa_handler == on_drawn_stop) sigaction(SIGTSTP, &undrawn_stop, NULL);
  }
}

void wayline_terminal_closing(
  int descriptor, const char *bytes, size_t stopping, size_t ending) {
  if (bytes == NULL) {
    set_stop_action(false);
    atomic_store(&closing, NULL);
    return;
  }
  struct closing *next = atomic_load(&closing) == &closings[0] ? &closings[1] : &closings[0];
  if (ending > sizeof next->bytes) ending = stopping;
  if (ending > sizeof next->bytes) return;
  memcpy(next->bytes, bytes, ending);
  next->descriptor = descriptor;
  next->stopping = stopping;
  next->ending = ending;
  atomic_store(&closing, next);
  set_stop_action(true);
}

// Every other end of a program whose terminal was changed: crashes, and signals that it does not
// catch. SIGKILL and SIGSTOP reach no handler.

static struct sigaction unguarded[NSIG];
static bool is_guarding[NSIG];

static bool is_crash(int number) {
  switch (number) {
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGTRAP: case SIGABRT: case SIGFPE: case SIGSYS:
      return true;
    default: return false;
  }
}

static void on_end(int number, siginfo_t *info, void *context) {
  (void)context;
  restore_terminal();
  sigaction(number, &unguarded[number], NULL);
  is_guarding[number] = false;
  // The faulting instruction runs again, under the former action.
  if (is_crash(number) && info->si_code > 0) return;
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  raise(number);
  // The former action may print a report and return, and the next line would be a passcode.
  end_now(number);
}

static bool ends_program(int number) {
  switch (number) {
    case SIGKILL: case SIGSTOP: case SIGCONT: case SIGCHLD: case SIGURG: case SIGWINCH:
    case SIGTSTP: case SIGTTIN: case SIGTTOU:
      return false;
    default: return true;
  }
}

static struct sigaction unguarded_action(int number) {
  struct sigaction now = {0};
  if (is_guarding[number]) return unguarded[number];
  sigaction(number, NULL, &now);
  return now;
}

bool wayline_signal_is_default(int number) {
  if (number <= 0 || number >= NSIG || replaced[number]) return false;
  return unguarded_action(number).sa_handler == SIG_DFL;
}

// The runtime may report a crash, and the quit key as one, after which the program would go on. It has one
// handler for all of them: another one for the quit key is the program's own.
static bool is_reported(int number, struct sigaction present) {
  if (is_crash(number)) return true;
  if (number != SIGQUIT || present.sa_handler == SIG_IGN) return false;
  for (int crash = 1; crash < NSIG; crash++)
    if (is_crash(crash) && unguarded_action(crash).sa_sigaction == present.sa_sigaction) return true;
  return false;
}

static void guard_signal(int number) {
  struct sigaction now, action = {0};
  if (is_guarding[number] || !ends_program(number) || sigaction(number, NULL, &now) != 0) return;
  if (!is_reported(number, now) && now.sa_handler != SIG_DFL) return;
  action.sa_sigaction = on_end;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  is_guarding[number] = sigaction(number, &action, &unguarded[number]) == 0;
}

// True if a signal that the runtime reports ends the program after the report.
static bool reported_ends;

static bool may_be_reported(int number) { return is_crash(number) || number == SIGQUIT; }

static void unguard_signal(int number) {
  struct sigaction now;
  if (reported_ends && may_be_reported(number)) return;
  if (!is_guarding[number] || sigaction(number, NULL, &now) != 0) return;
  is_guarding[number] = false;
  // An action that the program has set since then is the program's.
  if (now.sa_sigaction == on_end) sigaction(number, &unguarded[number], NULL);
}

void wayline_signal_reported_ends(bool ends) {
  reported_ends = ends;
  for (int number = 1; number < NSIG; number++) {
    if (!may_be_reported(number)) continue;
    if (ends) guard_signal(number); else if (guarded < 0) unguard_signal(number);
  }
}

// A stack that has overflowed has no room for a handler.
static void make_signal_stack(void) {
  static char memory[1 << 16];
  stack_t present, stack = {.ss_sp = memory, .ss_size = sizeof memory, .ss_flags = 0};
  if (sigaltstack(NULL, &present) == 0 && present.ss_flags & SS_DISABLE) sigaltstack(&stack, NULL);
}

bool wayline_terminal_guard(int descriptor) {
  static bool is_prepared;
  if (guarded >= 0 || tcgetattr(descriptor, &found) != 0) return false;
  guarded = descriptor;
  if (!is_prepared) {
    atexit(restore_terminal);
#ifdef __linux__
    at_quick_exit(restore_terminal);
#endif
    make_signal_stack();
  }
  is_prepared = true;
  guarding_thread = pthread_self();
  for (int number = 1; number < NSIG; number++) guard_signal(number);
  return true;
}

void wayline_terminal_secret(bool is_secret) { has_secret = is_secret; }

void wayline_terminal_pastes(bool are_marked) { has_paste_marks = are_marked; }

void wayline_terminal_unguard(void) {
  if (guarded < 0) return;
  guarded = -1;
  for (int number = 1; number < NSIG; number++) unguard_signal(number);
}

int wayline_stop_of_child(int32_t process) {
  siginfo_t information = {0};
  // WNOWAIT: the end of the child is waited for elsewhere.
  int code = waitid(P_PID, (id_t)process, &information, WSTOPPED | WNOHANG | WNOWAIT);
  return code == 0 && information.si_signo == SIGCHLD ? information.si_status : 0;
}
