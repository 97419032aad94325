// swift-tools-version: 6.2
import PackageDescription

/// The programs for people, in a package that depends on Wayline as any other does. In a package of
/// yours the path is that of your clone: `.package(name: "wayline", path: "../wayline")`.
///
/// With the trait `Postgres` the programs take `--store postgres:…`: `swift build --package-path Examples --traits Postgres`.
let wayline = Package.Dependency.package(
  name: "wayline", path: "..",
  traits: [.defaults, .trait(name: "Postgres", condition: .when(traits: ["Postgres"]))])

/// The facade, which is all that most programs import.
let facade = Target.Dependency.product(name: "Wayline", package: "wayline")
/// Hosts and the explorer: for tests, and for programs that have the command `explore`.
let testing = Target.Dependency.product(name: "WaylineTesting", package: "wayline")

let programs: [Target] = [
  .target(name: "CTransfer", path: "Tour/CTransfer"),
  .executableTarget(
    name: "tour", dependencies: [facade, testing, "CTransfer"], path: "Tour",
    exclude: ["CTransfer"], resources: [.embedInCode("Resources/posts.json")]),
  .executableTarget(name: "counter", dependencies: [facade], path: "Counter"),
  .target(name: "LendingDesk", dependencies: [facade], path: "LendingDesk"),
  .target(name: "Sockets", dependencies: [facade], path: "Sockets"),
  .executableTarget(
    name: "desk-server", dependencies: [facade, "LendingDesk", "Sockets"], path: "DeskServer"),
  .executableTarget(name: "lend", dependencies: [facade, "LendingDesk"], path: "Lend"),
  .executableTarget(name: "vault", dependencies: [facade, testing], path: "Vault"),
  .executableTarget(name: "machines", dependencies: [facade, testing], path: "Machines"),
  .executableTarget(name: "scaffold", dependencies: [facade], path: "Scaffold"),
  .executableTarget(name: "expenses", dependencies: [facade, testing], path: "Expenses"),
  .executableTarget(
    name: "console", dependencies: [facade, testing], path: "Console", exclude: ["release.sh"]),
]

let tests: [Target] = [
  .testTarget(
    name: "ExampleTests",
    dependencies: [
      facade, testing, "TestScale", "TestThreads", "TestPrograms", "TestPostgres", "tour",
      "counter",
      "desk-server", "lend", "LendingDesk", "vault", "machines", "scaffold", "expenses", "console",
      "terminal-probe",
    ]),
  .executableTarget(
    name: "terminal-probe", dependencies: [facade, "TestPrograms"], path: "Tests/TerminalProbe"),
  .target(name: "TestScale", path: "Tests/TestScale"),
  .target(name: "TestThreads", path: "Tests/TestThreads"),
  .target(name: "TestPrograms", path: "Tests/TestPrograms"),
  .target(name: "TestPostgres", path: "Tests/TestPostgres"),
]

let package = Package(
  name: "examples",
  platforms: [.macOS("15.4")],
  traits: [
    .trait(
      name: "Postgres",
      description:
        "Programs that store values in a PostgreSQL server: --store postgres:service=NAME.")
  ],
  dependencies: [wayline],
  targets: programs + tests,
  swiftLanguageModes: [.v6]
)

/// The project's own checks set this variable; for everybody else a warning stays one.
let warnings: [SwiftSetting] =
  Context.environment["WAYLINE_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.enableUpcomingFeature("ExistentialAny")] + warnings
}
