/// The name of a place outside the program: words that are a URL path and a command alike.
///
/// Both directions are derived from the `Codable` shape of the route, which Swift synthesises:
///
/// ```swift
/// let link = try DeepLink(DeskRoute.book(id: 42))
/// link.url            // /book/42
/// link.command        // book 42
/// try DeepLink(url: "/book/42").value(of: DeskRoute.self)  // .book(id: 42)
/// ```
///
/// The first word is the case, each further word one value in the order of declaration. `-` stands
/// for nil and may be left out at the end; an array is one word, its elements separated by commas;
/// a text that could be taken for something else begins with `@`.
public struct DeepLink: Hashable, Sendable {
  /// The case and its values, as they are typed.
  public let words: [String]

  /// A link of words that were typed, or given as the arguments of a program.
  public init(words: [String]) {
    self.words = words
  }

  /// The link of a place.
  ///
  /// Reading the link gives the same place again: this is checked, because a hand-written `Codable`
  /// conformance need not be reversible. A case of which the compiler has written the conformance, and
  /// that holds nothing but numbers, texts and truth values, is checked the first time.
  ///
  /// - Throws: `LinkError.unrepresentable` for a value that cannot be named by words.
  public init<Value: NavigationValue>(_ value: Value) throws(LinkError) {
    let sink = LinkSink(LinkForm.of(Value.self))
    words = try LinkEncoder.words(for: value, in: sink)
    let plainCase = sink.plainCase
    if sink.form.isReversible(plainCase) { return }
    try readBack(value)
    sink.form.noteReversible(plainCase)
  }

  /// Checks that reading the link gives a value again.
  ///
  /// A function of its own that is not inlined: what it needs of the runtime is not asked for otherwise.
  @inline(never)
  private func readBack<Value: NavigationValue>(_ value: Value) throws(LinkError) {
    guard (try? LinkDecoder.value(of: Value.self, from: words)) == value else {
      throw LinkError.unrepresentable(
        value: String(describing: value), why: "reading the link would give another value")
    }
  }

  /// The place that the link names among the routes of a type.
  ///
  /// - Throws: `LinkError`, which names the word that was not understood.
  public func value<Value: NavigationValue>(of type: Value.Type) throws(LinkError) -> Value {
    try LinkDecoder.value(of: type, from: words)
  }
}
