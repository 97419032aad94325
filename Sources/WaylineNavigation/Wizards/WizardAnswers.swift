import FoundationEssentials
import WaylineGraph

/// The answers to the steps of a wizard.
///
/// Store it where it outlives the steps: in the state of the screen below them, so that going back
/// keeps every answer, or in `@SceneStorage`, so that it survives the process too. A changed answer
/// removes those that depend on it, directly or indirectly.
///
/// ```swift
/// extension AnswerKey where Value == String { static let member = AnswerKey("member") }
/// extension AnswerKey where Value == Int {
///   static let book = AnswerKey("book", dependingOn: AnswerKey<String>.member)
/// }
///
/// answers[.member] = "Ada"
/// answers[.book] = 42
/// answers[.member] = "Grace"   // the book has to be chosen again
/// ```
public struct WizardAnswers: Hashable, Sendable {
  private var given: [String: Given] = [:]

  private struct Given: Hashable, Sendable, Codable {
    let json: String
    let dependencies: [String]
  }

  /// Creates a wizard without answers.
  public init() {}

  /// The answer to a step; nil while there is none, or after it was removed.
  ///
  /// Setting the same answer changes nothing; setting another, or nil, removes those that depend on
  /// it. A value that cannot be written as JSON, such as infinity, is reported and changes nothing.
  public subscript<Value>(key: AnswerKey<Value>) -> Value? {
    get {
      given[key.name].flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.json.utf8)) }
    }
    set {
      guard newValue != self[key] else { return }
      let json = newValue.flatMap { Self.json(of: $0) }
      if newValue != nil, json == nil {
        return Misuse.report(
          "The answer to '\(key.name)' cannot be written as JSON, so the earlier answer is kept.")
      }
      takeBack([key.name])
      given[key.name] = json.map { Given(json: $0, dependencies: key.dependencies) }
    }
  }

  // NB: no autoclosure, which a key path, and so a binding, cannot have.
  /// The answer to a step; the default while there is none. Setting it is setting the answer.
  ///
  /// A field is bound to it: `TextField("Title", text: $answers[.title, default: ""])`.
  public subscript<Value>(key: AnswerKey<Value>, default value: Value) -> Value {
    get { self[key] ?? value }
    set { self[key] = newValue }
  }

  /// The names of the answered steps, in alphabetical order.
  public var names: [String] { given.keys.sorted() }

  private mutating func takeBack(_ names: [String]) {
    for name in names {
      given[name] = nil
      takeBack(given.filter { $0.value.dependencies.contains(name) }.map(\.key))
    }
  }

  private static func json(of value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension WizardAnswers: Codable {
  /// Reads saved answers.
  public init(from decoder: any Decoder) throws {
    given = try decoder.singleValueContainer().decode([String: Given].self)
  }

  /// Writes the answers by the names of their steps.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(given)
  }
}

/// The key of an answer, and the keys of those that it depends on.
public struct AnswerKey<Value: Codable & Hashable & Sendable>: Hashable, Sendable {
  /// The name under which the answer is stored.
  public let name: String
  /// The names of the answers whose change removes this one.
  public let dependencies: [String]

  /// Creates a key that depends on those of others, or on none.
  public init<each Other>(_ name: String, dependingOn others: repeat AnswerKey<each Other>) {
    self.name = name
    var dependencies: [String] = []
    repeat dependencies.append((each others).name)
    self.dependencies = dependencies
  }
}
