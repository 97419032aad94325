#include "CSystem.h"

// The runtime asks these hooks, as far as they are set, for the executor of the main actor.
// Source: the concurrency hooks of the Swift runtime (Concurrency/ConcurrencyHooks.def).

typedef struct {
  void *identity;
  const void *implementation;
} executor_t;

typedef __attribute__((swiftcall)) executor_t (*get_main_t)(void);
typedef __attribute__((swiftcall)) executor_t (*get_main_hook_t)(get_main_t);
typedef __attribute__((swiftcall)) bool (*is_main_t)(executor_t);
typedef __attribute__((swiftcall)) bool (*is_main_hook_t)(executor_t, is_main_t);

extern get_main_hook_t swift_task_getMainExecutor_hook __attribute__((weak));
extern is_main_hook_t swift_task_isMainExecutor_hook __attribute__((weak));
extern __attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(void *job)
    __attribute__((weak));

static executor_t main_executor;

static __attribute__((swiftcall)) executor_t get_main(get_main_t original) {
  (void)original;
  return main_executor;
}

static __attribute__((swiftcall)) bool is_main(executor_t executor, is_main_t original) {
  return executor.identity == main_executor.identity || original(executor);
}

bool wayline_main_executor_replace(void *identity, const void *implementation) {
  if (&swift_task_getMainExecutor_hook == NULL || &swift_task_isMainExecutor_hook == NULL ||
      swift_task_getJobTaskId == NULL)
    return false;
  main_executor = (executor_t){identity, implementation};
  swift_task_isMainExecutor_hook = is_main;
  swift_task_getMainExecutor_hook = get_main;
  return true;
}

uint64_t wayline_job_task(void *job) { return swift_task_getJobTaskId(job); }
