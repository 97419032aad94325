#include "CWaylineExecutor.h"

#include <stddef.h>

// The runtime asks these hooks, as far as they are set, for the executor of the main actor, and passes
// them the jobs of the threads that all tasks share.
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

extern __attribute__((swiftcall)) bool swift_task_isCancelled(void *task) __attribute__((weak));

typedef __attribute__((swiftcall)) void (*enqueue_t)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook_t)(void *job, enqueue_t);

extern enqueue_hook_t swift_task_enqueueGlobal_hook __attribute__((weak));

static executor_t main_executor;
static bool (*take_job)(void *job);
static _Atomic(enqueue_t) enqueue_shared;

static __attribute__((swiftcall)) executor_t get_main(get_main_t original) {
  (void)original;
  return main_executor;
}

static __attribute__((swiftcall)) bool is_main(executor_t executor, is_main_t original) {
  return executor.identity == main_executor.identity || original(executor);
}

static __attribute__((swiftcall)) void enqueue(void *job, enqueue_t original) {
  enqueue_shared = original;
  if (!take_job(job)) original(job);
}

bool wayline_executors_replace(void *identity, const void *implementation, bool (*take)(void *)) {
  if (&swift_task_getMainExecutor_hook == NULL || &swift_task_isMainExecutor_hook == NULL ||
      &swift_task_enqueueGlobal_hook == NULL || swift_task_getJobTaskId == NULL)
    return false;
  main_executor = (executor_t){identity, implementation};
  take_job = take;
  swift_task_enqueueGlobal_hook = enqueue;
  swift_task_isMainExecutor_hook = is_main;
  swift_task_getMainExecutor_hook = get_main;
  return true;
}

uint64_t wayline_job_task(void *job) { return swift_task_getJobTaskId(job); }

// A job begins with the header of an object and two words of its executor; its kind follows, 0 for a task.
// Source: the ABI of the Swift runtime (ABI/Task.h, JobKind in ABI/MetadataValues.h).
bool wayline_job_is_cancelled(void *job) {
  const uint8_t *kind = (const uint8_t *)job + 4 * sizeof(void *);
  return *kind == 0 && swift_task_isCancelled != NULL && swift_task_isCancelled(job);
}

void wayline_job_return(void *job) { enqueue_shared(job); }
