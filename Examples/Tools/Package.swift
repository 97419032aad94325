// swift-tools-version: 6.2
import PackageDescription

/// Tools without screens, in a package that depends on Wayline's product for questions alone: it builds neither
/// SQLite nor OpenSSL. In a package of yours the path is that of your clone.
let wayline = Package.Dependency.package(name: "wayline", path: "../..")

/// Questions and progress, which is all that these tools import.
let questions = Target.Dependency.product(name: "WaylineQuestions", package: "wayline")

let package = Package(
  name: "tools",
  platforms: [.macOS("15.4")],
  dependencies: [wayline],
  targets: [
    .executableTarget(name: "new-desk", dependencies: [questions, "Endings"], path: "NewDesk"),
    .executableTarget(name: "desk-login", dependencies: [questions, "Endings"], path: "DeskLogin"),
    .executableTarget(
      name: "desk-install", dependencies: [questions, "Endings"], path: "DeskInstall"),
    .target(name: "Endings", dependencies: [questions], path: "Endings"),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        questions, "TestPrograms", "TestThreads", "new-desk", "desk-login", "desk-install",
      ]),
    .target(name: "TestPrograms", path: "Tests/TestPrograms"),
    .target(name: "TestThreads", path: "Tests/TestThreads"),
  ],
  swiftLanguageModes: [.v6]
)

/// The project's own checks set this variable; for everybody else a warning stays one.
let warnings: [SwiftSetting] =
  Context.environment["WAYLINE_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.enableUpcomingFeature("ExistentialAny")] + warnings
}
