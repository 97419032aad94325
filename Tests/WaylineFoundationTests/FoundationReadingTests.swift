import Foundation
import Testing
import Wayline
import WaylineFoundation
import WaylineTesting

/// An object of a property list, as other code of a program or its command line stores it.
private struct Sample: CustomStringConvertible {
  let object: Any
  /// True if it is a number, or a text of one.
  var isNumber = true
  /// True if it is a word for true or false.
  var isWord = false

  var description: String { "\(type(of: object)) \(object)" }
}

@Suite("Settings that other code of Foundation stored", .serialized)
final class FoundationReadingTests {
  private let suite = "wayline-reading-\(UInt64.random(in: .min ... .max))"
  private let defaults: UserDefaults

  init() throws {
    defaults = try #require(UserDefaults(suiteName: suite))
  }

  deinit {
    defaults.removePersistentDomain(forName: suite)
    let variables = ProcessInfo.processInfo.environment
    let folder = variables["XDG_CONFIG_HOME"] ?? NSHomeDirectory() + "/.config"
    try? FileManager.default.removeItem(atPath: "\(folder)/\(suite).plist")
  }

  private static var samples: [Sample] {
    [true, false, 0, 1, 7, -3, UInt8(3), 2.0, 2.5, -0.0, Float(1.5)].map { Sample(object: $0) }
      + ["1", "0", "7", "-3", "2.5", " 1"].map { Sample(object: $0) }
      + ["YES", "yes", "true", "T", "NO", "no", "false"].map {
        Sample(object: $0, isNumber: false, isWord: true)
      }
      + ["", "abc", "seven", "on"].map { Sample(object: $0, isNumber: false) }
  }

  /// Reads an object as one type, compares it with Foundation's reader, and then replaces it.
  private func check<Value: Codable & Equatable>(
    _ sample: Sample, _ key: String, isReadable: Bool, foundation: Value?, default first: Value,
    new: Value
  ) {
    @AppStorage(key, store: defaults) var value = first
    #expect(value == (isReadable ? foundation ?? first : first), "\(sample) as \(Value.self)")
    #expect((_value.error == nil) == isReadable, "\(sample) as \(Value.self)")
    if !isReadable {
      let sentence = _value.error?.description ?? ""
      #expect(sentence.hasPrefix("'\(key)' could not be read as \(Value.self) ("), "\(sentence)")
    }
    value = new
    #expect(value == (isReadable ? new : first), "\(sample) as \(Value.self)")
    let isKept = "\(defaults.object(forKey: key) ?? "")" == "\(sample.object)"
    #expect(isReadable || isKept, "\(sample) as \(Value.self)")
  }

  @Test("Each object is read as each type as Foundation reads it, or is kept with an error")
  func readings() {
    for (index, sample) in Self.samples.enumerated() {
      func stored(_ type: String) -> String {
        defaults.set(sample.object, forKey: "\(type)\(index)")
        return "\(type)\(index)"
      }
      let (bool, int, double, text) = (
        stored("bool"), stored("int"), stored("double"), stored("text")
      )
      check(
        sample, bool, isReadable: sample.isNumber || sample.isWord,
        foundation: defaults.bool(forKey: bool), default: !defaults.bool(forKey: bool),
        new: !defaults.bool(forKey: bool))
      check(
        sample, int, isReadable: sample.isNumber,
        foundation: defaults.integer(forKey: int), default: 99, new: 98)
      check(
        sample, double, isReadable: sample.isNumber, foundation: defaults.double(forKey: double),
        default: 99.5, new: 98.5)
      check(
        sample, text, isReadable: true, foundation: defaults.string(forKey: text), default: "none",
        new: "another")
    }
  }

  @Test("Launch arguments are read as the type of the setting, and an enum by its raw value")
  func arguments() {
    defaults.setVolatileDomain(
      ["flag": "YES", "five": "7", "weight": "2.5", "shelf": "reference", "loan": "long"],
      forName: UserDefaults.argumentDomain)
    @AppStorage("flag", store: defaults) var flag = false
    @AppStorage("five", store: defaults) var five = 5
    @AppStorage("five", store: defaults) var optional: Int?
    @AppStorage("weight", store: defaults) var weight = 1.0
    @AppStorage("shelf", store: defaults) var shelf = Shelf.fiction
    @AppStorage("loan", store: defaults) var loan = Loan.short
    #expect(flag && five == 7 && optional == 7 && weight == 2.5)
    #expect(shelf == .reference && loan == .long)
  }

  @Test("A text is read as a URL: with a scheme as it is, and otherwise as the path of a file")
  func urls() {
    defaults.set("https://desk.example/1", forKey: "page")
    defaults.set("/tmp/desk", forKey: "file")
    @AppStorage("page", store: defaults) var page: URL?
    @AppStorage("file", store: defaults) var file: URL?
    #expect(page == URL(string: "https://desk.example/1"))
    #expect(file == URL(fileURLWithPath: "/tmp/desk"))
  }

  @Test("Defaults that are registered while a screen is shown are read before the next line")
  @MainActor
  func registeredLater() {
    let defaults = defaults
    let host = TestHost { RegisteringView(defaults: defaults) }
    #expect(host.lines.first == "Copies: 1")
    host.press("Register")
    host.send("show")
    #expect(host.lines.first == "Copies: 4")
    host.press("Lend")
    #expect(host.lines.first == "Copies: 5" && defaults.integer(forKey: "copies") == 5)
  }
}

private struct RegisteringView: View {
  let defaults: UserDefaults
  @AppStorage private var copies: Int

  init(defaults: UserDefaults) {
    self.defaults = defaults
    _copies = AppStorage(wrappedValue: 1, "copies", store: defaults)
  }

  var body: some View {
    Text("Copies: \(copies)")
    Button("Register") { defaults.register(defaults: ["copies": "4"]) }
    Button("Lend") { copies += 1 }
  }
}
