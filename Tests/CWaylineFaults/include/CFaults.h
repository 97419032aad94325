#ifndef CFAULTS_H
#define CFAULTS_H

/// What a call that makes, moves or deletes something in a watched folder does when its turn comes.
enum wayline_fault {
  /// The process ends before the call is carried out.
  WAYLINE_FAULT_KILL,
  /// The call reports an error of the disk.
  WAYLINE_FAULT_FAIL,
  /// The call reports that there is no space.
  WAYLINE_FAULT_FULL,
  /// The call and all later ones report that there is no space.
  WAYLINE_FAULT_FILL,
};

/// Has the call with this number go wrong, counted from 1 over all calls on paths below `folder`:
/// `mkdir`, `open` of a file that is to be made, `rename`, `link`, `unlink`, `write`, `fsync`.
void wayline_faults_plan(const char *folder, int number, enum wayline_fault fault);

/// Has the read with this number report an error of the disk, counted from 1 over all reads of files
/// below `folder`, SQLite's and the program's own. With `WAYLINE_FAULT_FILL` all later ones do too.
void wayline_faults_plan_reads(const char *folder, int number, enum wayline_fault fault);

/// Whether a call has gone wrong.
int wayline_faults_hit(void);

/// Makes a copy of this process, which must have one thread; Swift hides the call of the system.
int wayline_fork(void);

/// Mounts a file system in memory on a folder, in a view of the files that only this process has.
/// Returns 0, or the error number.
int wayline_mount_small_disk(const char *folder, const char *size);

#endif
