import WaylineNavigation

/// A flow that was asked for a value and has ended, as a program that drives the session is told.
package struct FlowReport: Hashable, Sendable {
  /// The name under which the ending was awaited; nil for a flow that code has waited for.
  package var name: String?
  /// The words of the place that the flow began with; nil when it is the whole scene.
  package var place: String?
  /// How it ended, such as `value`.
  package var ending: String
  /// The value as one line of JSON; nil when there is none that could be told.
  package var json: String?
  /// Whether nobody had the chance to give a value: there was no more input.
  package var lacksInput: Bool

  /// A report of its parts.
  package init(
    name: String? = nil, place: String? = nil, ending: String, json: String? = nil,
    lacksInput: Bool = false
  ) {
    (self.name, self.place, self.ending) = (name, place, ending)
    (self.json, self.lacksInput) = (json, lacksInput)
  }
}

extension FlowReport {
  /// What is told of a flow.
  init(_ flow: EndedFlow) {
    self.init(
      name: flow.name, place: flow.place?.spoken, ending: flow.ending.word, json: flow.json,
      lacksInput: flow.ending.isEndOfInput)
  }
}

extension FlowEnding {
  /// The ending without its value, for programs.
  fileprivate var word: String {
    switch self {
    case .value: "value"
    case .cancelled: "cancelled"
    case .dismissedByParent: "dismissed-by-parent"
    case .replaced: "replaced"
    case .interrupted: "interrupted"
    case .endOfInput: "end-of-input"
    }
  }

  fileprivate var isEndOfInput: Bool { if case .endOfInput = self { true } else { false } }
}
