// swift-tools-version: 6.2
import PackageDescription

/// A room: a library target under `Sources`, with the rooms it may look into.
func room(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies)
}

/// The tests of a room, under the same name.
func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies)
}

/// A client that sees only what is public, and is compiled to prove that it can be.
func client(
  _ name: String, with rooms: [Target.Dependency] = [], _ settings: SwiftSetting...
) -> Target {
  .target(
    name: "Wayline\(name)Client",
    dependencies: ["Wayline", "WaylineFoundation", "WaylineQuestions"] + rooms,
    path: "Tests/PublicSurface/\(name)", packageAccess: false, swiftSettings: settings)
}

// Two packages of one graph cannot have targets of the same name, and the product of one hides that of
// the other: every name here begins with `Wayline` or `CWayline`, also those of tests and their programs.

let rooms: [Target] = [
  room("WaylineSystem", "CWaylineSystem"),
  room("WaylineQuestions", "WaylineSystem"),
  room("WaylineGraph", "WaylineSystem"),
  room("WaylineViews", "WaylineSystem", "WaylineGraph"),
  room("WaylineNavigation", "WaylineGraph", "WaylineViews"),
  room("WaylineStorage", "WaylineSystem", "WaylineGraph"),
  room("WaylineSQLite", "WaylineSystem", "WaylineStorage", "CWaylineSQLite"),
  room("WaylinePostgres", "WaylineSystem", "WaylineStorage"),
  room("WaylineSecrets", "WaylineSystem", "WaylineStorage", "WaylineSQLite", "CWaylineCrypto"),
  room(
    "WaylineShell", "WaylineSystem", "WaylineQuestions", "WaylineGraph", "WaylineViews",
    "WaylineNavigation"),
  room(
    "WaylineSwiftUINames", "WaylineGraph", "WaylineViews", "WaylineNavigation",
    "WaylineStorage"),
  room(
    "WaylineFlows", "WaylineSystem", "WaylineQuestions", "WaylineGraph", "WaylineViews",
    "WaylineNavigation", "WaylineStorage", "WaylineShell",
    .target(name: "WaylineSwiftUINames", condition: .when(traits: ["SwiftUINames"]))),
  room(
    "Wayline", "WaylineSystem", "WaylineGraph", "WaylineViews", "WaylineNavigation",
    "WaylineStorage", "WaylineSQLite", "WaylineSecrets", "WaylineShell", "WaylineFlows",
    .target(name: "WaylinePostgres", condition: .when(traits: ["Postgres"]))),
  room("WaylineTesting", "WaylineSystem", "WaylineFlows", "Wayline", "CWaylineExecutor"),
  room("WaylineFoundation", "WaylineGraph", "WaylineViews", "WaylineStorage"),
]

let system: [Target] = [
  .systemLibrary(
    name: "CWaylineSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
  .systemLibrary(
    name: "CWaylineCrypto", pkgConfig: "libcrypto",
    providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
  .target(name: "CWaylineSystem"),
  // Hooks of the runtime with which tests hold tasks back: in no program that does not link the testing room.
  .target(name: "CWaylineExecutor"),
]

let checks: [Target] = [
  tests("WaylineSystem", "WaylineTestPrograms", "WaylineTestThreads", "WaylineTerminalProbe"),
  tests("WaylineQuestions", "WaylineTestPrograms", "WaylineTestThreads", "WaylineQuestionProbe"),
  tests("WaylineGraph", "WaylineSwiftUINames"),
  tests("WaylineViews", "WaylineSwiftUINames", "WaylineTestScale"),
  tests("WaylineNavigation", "WaylineSwiftUINames", "WaylineTestScale"),
  tests("WaylineStorage"),
  tests(
    "WaylineSQLite", "WaylineTestScale", "WaylineTestThreads", "WaylineTesting",
    "WaylineFaultRuns", "WaylineStorageProbe"),
  tests(
    "WaylinePostgres", "WaylineTestScale", "WaylineTestThreads", "WaylineTestPrograms",
    "WaylineTestPostgres", "WaylineTesting", "WaylineStorageProbe"),
  tests(
    "WaylineSecrets", "WaylineTestScale", "WaylineTestThreads", "WaylineTestPrograms",
    "CWaylineCrypto", "CWaylineSystem", "WaylineTesting", "WaylineFaultRuns",
    "WaylineStorageProbe"),
  tests("WaylineShell", "WaylineTestScale", "WaylineTestPrograms", "CWaylineSystem"),
  tests(
    "Wayline", "WaylineFlows", "WaylinePostgres", "WaylineTestThreads", "WaylineTestScale",
    "WaylineTesting", "WaylineTestPostgres", "WaylineOwnStoreClient", "CWaylineCrypto",
    "CWaylineSystem"),
  tests(
    "WaylineTesting", "WaylinePostgres", "WaylineTestScale", "WaylineTestThreads",
    "WaylineTestPostgres", "WaylinePlanted", "WaylineLendingDesk"),
  tests("WaylineFoundation", "WaylineTesting"),
  .executableTarget(
    name: "WaylineTerminalProbe", dependencies: ["WaylineSystem"], path: "Tests/TerminalProbe"),
  .executableTarget(
    name: "WaylineQuestionProbe", dependencies: ["WaylineQuestions", "WaylineTestPrograms"],
    path: "Tests/QuestionProbe"),
  .executableTarget(
    name: "WaylineStorageProbe",
    dependencies: [
      "WaylineSystem", "WaylineSQLite", "WaylineSecrets", "WaylinePostgres", "CWaylineSQLite",
      "CWaylineFaults", "WaylineTestPrograms",
    ],
    path: "Tests/StorageProbe"),
  .target(name: "WaylineTestScale", path: "Tests/TestScale"),
  .target(name: "WaylineTestPostgres", path: "Tests/TestPostgres"),
  .target(name: "WaylineTestThreads", path: "Tests/TestThreads"),
  .target(name: "WaylineTestPrograms", path: "Tests/TestPrograms"),
  .target(name: "WaylineFaultRuns", dependencies: ["WaylineTesting"], path: "Tests/FaultRuns"),
  .executableTarget(
    name: "WaylinePlanted", dependencies: ["Wayline", "WaylineTesting"], path: "Tests/Planted"),
  .target(name: "CWaylineFaults", path: "Tests/CWaylineFaults"),
  .executableTarget(
    name: "WaylineBenchmarks",
    dependencies: [
      "Wayline", "WaylineSystem", "WaylineQuestions", "WaylineGraph", "WaylineViews",
      "WaylineNavigation", "WaylineStorage", "WaylineSQLite", "WaylineSecrets", "WaylineShell",
      "WaylineTesting", "WaylinePostgres", "WaylineTestPostgres",
      "CWaylineSQLite", "CWaylineSystem", "WaylineFloor", "WaylineLendingDesk",
    ],
    path: "Tests/Benchmarks"),
  .executableTarget(name: "WaylineFloor", path: "Tests/Floor"),
  // The desk of the examples, which the benchmarks run in their own process.
  .target(name: "WaylineLendingDesk", dependencies: ["Wayline"], path: "Examples/LendingDesk"),
  client("Mode5", .swiftLanguageMode(.v5)),
  client("Mode5Own", .swiftLanguageMode(.v5)),
  client("Mode6"),
  client("Mode6Own"),
  client("MainActorDefault", .defaultIsolation(MainActor.self)),
  client("MainActorDefaultOwn", .defaultIsolation(MainActor.self)),
  client("Samples"),
  client("OwnStore"),
  client("Server", with: ["WaylinePostgres"]),
]

let package = Package(
  name: "wayline",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "Wayline", targets: ["Wayline"]),
    .library(name: "WaylineFlows", targets: ["WaylineFlows"]),
    .library(name: "WaylineQuestions", targets: ["WaylineQuestions"]),
    .library(name: "WaylineTesting", targets: ["WaylineTesting"]),
    .library(name: "WaylineFoundation", targets: ["WaylineFoundation"]),
  ],
  traits: [
    .default(enabledTraits: ["SwiftUINames"]),
    .trait(
      name: "SwiftUINames",
      description:
        "Names of SwiftUI that have no effect on lines, or are reported with what to use."),
    .trait(
      name: "Postgres",
      description: "Stores in a PostgreSQL server: --store postgres:service=NAME."),
  ],
  dependencies: [],
  targets: rooms + system + checks,
  swiftLanguageModes: [.v6]
)

/// The project's own checks set this variable; for everybody else a warning stays one.
let warnings: [SwiftSetting] =
  Context.environment["WAYLINE_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.enableUpcomingFeature("ExistentialAny")] + warnings
}
