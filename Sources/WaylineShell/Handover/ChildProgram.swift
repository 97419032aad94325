import Glibc

/// Another program at the terminal.
enum ChildProgram {
  /// Why one could not be started.
  struct NotStarted: Error {
    let code: Int32
  }

  /// Runs a program to its end, in the terminal's foreground. What the parent ignores or blocks, the
  /// program does not.
  static func run(
    _ words: [String], at terminal: SceneTerminal.Descriptors
  ) -> Result<Int32, NotStarted> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, terminal.input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, terminal.output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, terminal.output, STDERR_FILENO)
    var attributes = usualSignals()
    defer { posix_spawnattr_destroy(&attributes) }
    let copies = words.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, copies, environ)
    return code == 0 ? .success(status(of: process)) : .failure(NotStarted(code: code))
  }

  private static func usualSignals() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    return attributes
  }

  private static func status(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
