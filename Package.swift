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
func client(_ name: String, _ settings: SwiftSetting...) -> Target {
  .target(
    name: "\(name)Client", dependencies: ["Wayline", "WaylineFoundation"],
    path: "Tests/PublicSurface/\(name)", packageAccess: false, swiftSettings: settings)
}

let rooms: [Target] = [
  room("WaylineSystem", "CSystem"),
  room("WaylineGraph", "WaylineSystem"),
  room("WaylineViews", "WaylineSystem", "WaylineGraph"),
  room("WaylineNavigation", "WaylineGraph", "WaylineViews"),
  room("WaylineStorage", "WaylineSystem", "WaylineGraph"),
  room("WaylineSQLite", "WaylineSystem", "WaylineStorage", "CSQLite"),
  room("WaylineSecrets", "WaylineSystem", "WaylineStorage", "WaylineSQLite", "CCrypto"),
  room(
    "WaylineShell", "WaylineSystem", "WaylineGraph", "WaylineViews", "WaylineNavigation"),
  room(
    "Wayline", "WaylineSystem", "WaylineGraph", "WaylineViews", "WaylineNavigation",
    "WaylineStorage", "WaylineSQLite", "WaylineSecrets", "WaylineShell"),
  room("WaylineTesting", "WaylineSystem", "Wayline"),
  room("WaylineFoundation", "WaylineGraph", "WaylineViews", "WaylineStorage"),
]

let system: [Target] = [
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
  .systemLibrary(
    name: "CCrypto", pkgConfig: "libcrypto",
    providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
  .target(name: "CSystem"),
]

let examples: [Target] = [
  .target(name: "CTransfer", path: "Examples/Tour/CTransfer"),
  .executableTarget(
    name: "tour", dependencies: ["Wayline", "WaylineTesting", "CTransfer"], path: "Examples/Tour",
    exclude: ["CTransfer"], resources: [.embedInCode("Resources/posts.json")]),
  .executableTarget(name: "counter", dependencies: ["Wayline"], path: "Examples/Counter"),
  .target(name: "LendingDesk", dependencies: ["Wayline"], path: "Examples/LendingDesk"),
  .executableTarget(
    name: "desk-server", dependencies: ["Wayline", "LendingDesk"], path: "Examples/DeskServer"),
  .executableTarget(
    name: "lend", dependencies: ["Wayline", "LendingDesk"], path: "Examples/Lend"),
  .executableTarget(
    name: "vault", dependencies: ["Wayline", "WaylineTesting"], path: "Examples/Vault"),
  .executableTarget(
    name: "machines", dependencies: ["Wayline", "WaylineTesting"], path: "Examples/Machines"),
  .executableTarget(name: "scaffold", dependencies: ["Wayline"], path: "Examples/Scaffold"),
  .executableTarget(
    name: "expenses", dependencies: ["Wayline", "WaylineTesting"], path: "Examples/Expenses"),
]

let checks: [Target] = [
  tests("WaylineSystem"),
  tests("WaylineGraph"),
  tests("WaylineViews", "TestScale"),
  tests("WaylineNavigation", "TestScale"),
  tests("WaylineStorage"),
  tests(
    "WaylineSQLite", "TestScale", "TestThreads", "WaylineTesting", "FaultRuns", "storage-probe"),
  tests(
    "WaylineSecrets", "TestScale", "TestThreads", "CCrypto", "CSystem", "WaylineTesting",
    "FaultRuns", "storage-probe"),
  tests("WaylineShell", "TestScale", "CSystem"),
  tests("Wayline", "TestThreads", "WaylineTesting", "CCrypto", "CSystem"),
  tests(
    "WaylineTesting", "TestScale", "TestThreads", "machines", "planted", "LendingDesk", "counter"),
  tests("WaylineFoundation", "WaylineTesting"),
  .testTarget(
    name: "ExampleTests",
    dependencies: [
      "Wayline", "WaylineTesting", "CSystem", "TestScale", "TestThreads", "tour", "counter",
      "desk-server", "lend", "LendingDesk", "vault", "terminal-probe", "scaffold", "expenses",
    ]),
  .executableTarget(
    name: "terminal-probe", dependencies: ["Wayline", "WaylineSystem"],
    path: "Tests/TerminalProbe"),
  .executableTarget(
    name: "storage-probe",
    dependencies: ["WaylineSystem", "WaylineSQLite", "WaylineSecrets", "CSQLite", "CFaults"],
    path: "Tests/StorageProbe"),
  .target(name: "TestScale", path: "Tests/TestScale"),
  .target(name: "TestThreads", path: "Tests/TestThreads"),
  .target(name: "FaultRuns", dependencies: ["WaylineTesting"], path: "Tests/FaultRuns"),
  .executableTarget(
    name: "planted", dependencies: ["Wayline", "WaylineTesting"], path: "Tests/Planted"),
  .target(name: "CFaults", path: "Tests/CFaults"),
  .executableTarget(
    name: "benchmarks",
    dependencies: [
      "Wayline", "WaylineSystem", "WaylineGraph", "WaylineViews", "WaylineNavigation",
      "WaylineStorage", "WaylineSQLite", "WaylineSecrets", "WaylineShell", "WaylineTesting",
      "CSQLite", "CSystem",
      "counter", "floor", "tour", "expenses", "LendingDesk",
    ],
    path: "Tests/Benchmarks"),
  .executableTarget(name: "floor", path: "Tests/Floor"),
  client("Mode5", .swiftLanguageMode(.v5)),
  client("Mode5Own", .swiftLanguageMode(.v5)),
  client("Mode6"),
  client("Mode6Own"),
  client("MainActorDefault", .defaultIsolation(MainActor.self)),
  client("MainActorDefaultOwn", .defaultIsolation(MainActor.self)),
  client("Samples"),
]

let package = Package(
  name: "wayline",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "Wayline", targets: ["Wayline"]),
    .library(name: "WaylineTesting", targets: ["WaylineTesting"]),
    .library(name: "WaylineFoundation", targets: ["WaylineFoundation"]),
    .executable(name: "tour", targets: ["tour"]),
    .executable(name: "counter", targets: ["counter"]),
    .executable(name: "desk-server", targets: ["desk-server"]),
    .executable(name: "lend", targets: ["lend"]),
    .executable(name: "vault", targets: ["vault"]),
    .executable(name: "machines", targets: ["machines"]),
    .executable(name: "scaffold", targets: ["scaffold"]),
    .executable(name: "expenses", targets: ["expenses"]),
  ],
  dependencies: [],
  targets: rooms + system + examples + checks,
  swiftLanguageModes: [.v6]
)

/// The project's own checks set this variable; for everybody else a warning stays one.
let warnings: [SwiftSetting] =
  Context.environment["WAYLINE_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.enableUpcomingFeature("ExistentialAny")] + warnings
}
