import Glibc
import Wayline
import WaylineLendingDesk

/// Scenes that wait: what each takes in memory.
@MainActor
enum IdleRows {
  static var all: [Benchmark] { [idle] }

  private static let scenes = 10_000
  /// The memory that a scene may take.
  private static let bound = 20_000.0

  private static var idle: Benchmark {
    Benchmark(
      "idle scene, 10,000 in one process, memory of each",
      scope: """
        The desk of the examples at its first screen, which has been printed and taken; over one \
        store of loans, with stores of its own for what it keeps in the scene and for secrets. The \
        resident pages that \(scenes) of them add to the process.
        """,
      reach: .times(1), unit: .bytes
    ) {
      var sessions: [SceneSession] = []
      let state = MemoryStore(name: "loans")
      add(100, to: &sessions, over: state)
      giveBackFreeMemory()
      let before = residentBytes()
      add(scenes, to: &sessions, over: state)
      let bytes = Double(residentBytes() - before) / Double(scenes)
      return Stage(
        Work(timed: "") { UInt64(bytes * Double($0)) },
        floor: Work(timed: "20 kB") { UInt64(bound * Double($0)) }
      ) {
        try expect("scenes that wait", sessions.count { $0.wantsInput }, is: scenes + 100)
      }
    }
  }

  private static func add(
    _ count: Int, to sessions: inout [SceneSession], over state: any PersistentStore
  ) {
    for _ in 0..<count {
      let stores = SceneStores(state: state, keychain: MemoryKeychain(), scene: nil)
      let session = SceneSession(stores: stores) { DeskView() }
      session.start()
      blackHole(session.takeOutput())
      sessions.append(session)
    }
  }
}

/// Lets the system have what was freed, so that no later row gets it for nothing.
func giveBackFreeMemory() {
  typealias Trim = @convention(c) (Int) -> Int32
  guard let symbol = dlsym(nil, "malloc_trim") else { return }
  // The signature is that of malloc_trim(3), which the Swift overlay leaves out.
  _ = unsafeBitCast(symbol, to: Trim.self)(0)
}

/// The bytes of this process that are in memory.
func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  fgets(&line, Int32(line.count), file)
  let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    .split(separator: " ")
  return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
}
