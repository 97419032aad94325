/// The hooks of the Swift runtime with which a test holds tasks of a program back.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Makes an executor that of the main actor, from now on, and offers each job of the threads that all
/// tasks share to a function, which returns whether it takes the job. Returns whether the runtime allows it.
bool wayline_executors_replace(void *identity, const void *implementation, bool (*take)(void *job));

/// Gives a job to the threads that all tasks share; only after one was offered.
void wayline_job_return(void *job);

/// The number of the task that a job is a step of.
uint64_t wayline_job_task(void *job);

/// True if a job is a step of a task that was cancelled.
bool wayline_job_is_cancelled(void *job);
