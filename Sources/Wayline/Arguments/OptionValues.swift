/// What the command line said for the options of a program.
///
/// Views read it with `@Environment(\.options)`; a test gives its own with
/// `.environment(\.options, [.desk: "upper"])`.
public struct OptionValues: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// Nothing was given.
  public init() {}

  /// What was given for an option, the last time if several; nil when it was not given.
  ///
  /// A switch that was given has an empty value.
  public subscript(option: AppOption) -> String? {
    get { values[option.name] }
    set { values[option.name] = newValue }
  }

  /// Whether an option was given.
  public func contains(_ option: AppOption) -> Bool { values[option.name] != nil }
}

extension OptionValues: ExpressibleByDictionaryLiteral {
  /// The given values.
  public init(dictionaryLiteral elements: (AppOption, String)...) {
    for (option, value) in elements { self[option] = value }
  }
}

private enum OptionValuesKey: EnvironmentKey {
  static var defaultValue: OptionValues { OptionValues() }
}

extension EnvironmentValues {
  /// What the command line said for the options of the program.
  public var options: OptionValues {
    get { self[OptionValuesKey.self] }
    set { self[OptionValuesKey.self] = newValue }
  }
}
