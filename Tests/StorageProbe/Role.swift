import Dispatch
import Glibc
import WaylineSQLite
import WaylineSecrets
import WaylineStorage

/// The task of the probe in one run.
enum Role: String {
  /// Writes ever higher numbers until a killer thread ends the process, after a time or as soon as
  /// there is a file `stop` in the folder: `write FOLDER MICROSECONDS`.
  case write
  /// Opens the store anew and counts one up, several times: `count FOLDER TIMES`.
  case count
  /// Waits until a number is seen, as a main loop would: `see FOLDER NUMBER`.
  case see
  /// Writes texts of a size under a limit of the file's size: `limited FOLDER BYTES`.
  case limited
  /// Plays another role once for each fault of an operation: `faults FOLDER ROLE OPERATION`.
  case faults
  /// Makes a store and writes into it, with a fault: `create FOLDER OPERATION NUMBER ACTION`.
  case create
  /// Reads a value that is carried over to version 2, with a fault.
  case migrate
  /// Writes into a store that is damaged, with a fault.
  case recover
  /// Publishes a private file, with a fault.
  case publish
  /// Writes pairs of numbers into a store that need not survive a power cut, with one at a number of
  /// writes: `pairs FOLDER write NUMBER ACTION`.
  case pairs
  /// Makes secrets, seals them anew with another data key, and writes again, with a fault.
  case secrets
  /// Changes the protection of secrets that are there, again and again, with a fault.
  case protection
  /// Reads a secret from a file that is damaged, with a fault.
  case recoverSecrets
  /// Makes one secret store after the other until a killer thread ends the process:
  /// `mint FOLDER MICROSECONDS`.
  case mint
  /// Says whether a key is locked in memory, and whether the process could be dumped while secrets are
  /// closed, open, and locked again.
  case locked
  /// Reads all values of a damaged store until a killer thread ends the process:
  /// `mend FOLDER MICROSECONDS`.
  case mend
  /// Adds one to a number, several times, by an atomic update: `add FOLDER TIMES`.
  case add
  /// Moves one from a number to another, several times, and prints how often their sum was not 0:
  /// `transfer FOLDER TIMES`.
  case transfer
  /// Uses a store as a shell does, command after command, and prints the kilobytes by which the memory
  /// of the process has grown: `steady FOLDER COMMANDS`.
  case steady
  /// Uses a store on a file system of 256 kB that it mounts there, where only it sees it.
  case full
  /// Uses an existing store in a read-only folder, as a user who is not the superuser.
  case guest
  /// Holds the lock under which a store is opened until there is a file `end` in the folder:
  /// `lock FOLDER`.
  case lock
  /// Stops itself in the middle of a transaction, and commits when it is continued; the file `ready` has
  /// its number: `stopped FOLDER`.
  case stopped
  /// Protects secrets with a passphrase, and looks for it in memory before and after they are locked:
  /// `forget FOLDER variable|descriptor INVERTED`.
  case forget
  /// Writes texts into a store, one commit each, and ends in a way:
  /// `life FOLDER state|secrets TAG FIRST COUNT close|kill|stay CONTROL`.
  case life
  /// Writes one value after the other into a store in a server, without end: `acknowledge ADDRESS`.
  case acknowledge
  /// Claims a scene in a server, and writes each line of its input into it: `hold ADDRESS`.
  case hold
}

extension Role {
  func play(in folder: String, _ words: [String]) throws {
    let number = words.first.flatMap { Int($0) } ?? 0
    let path = "\(folder)/state.sqlite3"
    switch self {
    case .write:
      endProcess(after: number, orWhenThereIs: "\(folder)/stop")
      try write(path)
    case .count: for _ in 0..<number { try count(path) }
    case .see: see(path, number)
    case .limited: try limited(path, number)
    case .faults:
      guard words.count == 2, let role = Role(rawValue: words[0]),
        let operation = FaultPlan.Operation(rawValue: words[1])
      else { return say("no such fault") }
      try EachFault(folder: folder, role: role, operation: operation).run()
    case .create, .migrate, .recover:
      let plan = FaultPlan(words)
      plan.install(in: folder)
      try faulted(path, losesPower: plan.losesPower)
      say(FaultPlan.hasFailed ? "survived" : "unreached")
    case .publish:
      FaultPlan(words).install(in: folder)
      publish("\(folder)/out.json")
      say(FaultPlan.hasFailed ? "survived" : "unreached")
    case .pairs:
      FaultPlan(words).install(in: folder)
      try pairs(path)
    case .secrets:
      FaultPlan(words).install(in: folder)
      secrets(folder)
      say(FaultPlan.hasFailed ? "survived" : "unreached")
    case .protection:
      FaultPlan(words).install(in: folder)
      protection(folder)
      say(FaultPlan.hasFailed ? "survived" : "unreached")
    case .recoverSecrets:
      FaultPlan(words).install(in: folder)
      recoverSecrets(folder)
      say(FaultPlan.hasFailed ? "survived" : "unreached")
    case .mint:
      endProcess(after: number)
      try mint(folder)
    case .locked: try locked(folder)
    case .mend:
      endProcess(after: number)
      say("\(try SQLiteStore(path).keys().count)")
    case .add:
      let store = SQLiteStore(path)
      @AppStorage("count", store: store) var count = 0
      for _ in 0..<number { try persist { try _count.update { $0 += 1 } } }
    case .transfer: try transfer(path, number)
    case .steady: try steady(folder, number)
    case .full: try full(folder)
    case .guest: try guest(path)
    case .lock: try holdLock(folder)
    case .stopped: try stopWriting(folder)
    case .forget: try forget(folder, words)
    case .life: try Life(folder, words).run()
    case .acknowledge: acknowledge(folder)
    case .hold: try hold(folder)
    }
  }

  private func transfer(_ path: String, _ times: Int) throws {
    let store = SQLiteStore(path)
    var torn = 0
    for _ in 0..<times {
      try persist {
        try store.transaction {
          let shelf = try store.value(Int.self, for: "shelf") ?? 0
          let lent = try store.value(Int.self, for: "lent") ?? 0
          torn += shelf + lent == 0 ? 0 : 1
          try store.set(shelf - 1, for: "shelf")
          try store.set(lent + 1, for: "lent")
        }
      }
    }
    say("\(torn)")
  }

  private func steady(_ folder: String, _ commands: Int) throws {
    let store = SQLiteStore("\(folder)/state.sqlite3")
    let secrets = SecretStore(folder: folder + "/share", keyFolder: folder + "/keys")
    try secrets.set("Ada", for: "login", in: StoreKey.keychain)
    func run(_ count: Int) throws {
      for number in 0..<count {
        @AppStorage("copies", store: store) var copies = 0
        copies = number
        store.checkForeignChanges()
        store.notice?.look()
        secrets.checkForeignChanges()
        secrets.notice?.look()
        _ = secrets.takeLockedReads()
        if number % 10 == 0 { _ = secrets.getData(forKey: "login") }
        if number % 100 == 0 { _ = try store.diagnose() }
      }
    }
    try run(2_000)
    let before = residentKilobytes
    try run(commands)
    say("\(residentKilobytes - before)")
  }

  /// The memory of the process that is in use, in kilobytes.
  private var residentKilobytes: Int {
    let descriptor = open("/proc/self/statm", O_RDONLY)
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &text, text.count)
    let words = String(decoding: text[..<max(0, count)], as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * 4 : 0
  }

  private func write(_ path: String) throws {
    let store = SQLiteStore(path)
    var number = try store.value(Int.self, for: "number") ?? 0
    while true {
      number += 1
      try store.set(number, for: "number")
      say("\(number)")
    }
  }

  private func endProcess(after microseconds: Int, orWhenThereIs file: String? = nil) {
    DispatchQueue(label: "wayline.tests.killer").async {
      usleep(UInt32(microseconds % 1_000))
      var milliseconds = microseconds / 1_000
      while milliseconds > 0, file.map({ access($0, F_OK) != 0 }) ?? true {
        usleep(1_000)
        milliseconds -= 1
      }
      kill(getpid(), SIGKILL)
    }
  }

  /// Repeats what is refused because other processes hold the store, as long as it is refused.
  ///
  /// The system does not hand a lock over in the order of waiting, so that a process can meet it held
  /// again and again.
  private func persist<Result>(_ action: () throws -> Result) throws -> Result {
    while true {
      do { return try action() } catch StoreError.busy { continue }
    }
  }

  private func count(_ path: String) throws {
    let store = SQLiteStore(path)
    try store.transaction {
      try store.set((try store.value(Int.self, for: "count") ?? 0) + 1, for: "count")
    }
    store.close()
  }

  /// Prints the number as soon as it is seen, or what is there after a minute.
  private func see(_ path: String, _ wanted: Int) {
    let store = SQLiteStore(path)
    var seen = (try? store.value(Int.self, for: "number")) ?? nil
    say("watching")
    let start = ContinuousClock.now
    while seen != wanted, start.duration(to: .now) < .seconds(60) {
      var polled = pollfd(fd: store.notice?.descriptor() ?? -1, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 20)
      store.notice?.look()
      seen = (try? store.value(Int.self, for: "number")) ?? nil
    }
    say(seen.map { "\($0)" } ?? "nothing")
  }

  private func limited(_ path: String, _ bytes: Int) throws {
    let store = SQLiteStore(path)
    try store.set("short", for: "title")
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    let all = limit.rlim_cur
    limit.rlim_cur = rlim_t(bytes)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    do {
      try store.set(String(repeating: "x", count: bytes * 2), for: "title")
      say("written")
    } catch {
      say("\(error)")
    }
    say(try store.value(String.self, for: "title") ?? "nothing")
    limit.rlim_cur = all
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    try store.set("new", for: "title")
    say(try store.value(String.self, for: "title") ?? "nothing")
  }
}

/// Prints a line at once.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
}
