#include "CWaylineSystem.h"

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/timerfd.h>

int wayline_event_queue(void) { return epoll_create1(EPOLL_CLOEXEC); }

int wayline_event_add(int queue, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN, .data = {.fd = descriptor}};
  return epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event);
}

int wayline_interval_timer(int64_t seconds, int32_t nanoseconds) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (timer < 0) return -1;
  struct itimerspec time = {{seconds, nanoseconds}, {seconds, nanoseconds}};
  timerfd_settime(timer, 0, &time, NULL);
  return timer;
}
#else
int wayline_event_queue(void) { return -1; }
int wayline_event_add(int queue, int descriptor) { return -1; }
int wayline_interval_timer(int64_t seconds, int32_t nanoseconds) { return -1; }
#endif
