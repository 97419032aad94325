import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Names of Foundation that code for SwiftUI uses without an import, since SwiftUI has one. Where a file imports
// Foundation, its own types are meant: the compiler prefers what is available.

/// Unavailable: import Foundation and WaylineFoundation.
@available(*, unavailable, message: "import Foundation and WaylineFoundation")
public struct Timer {
  /// Unavailable.
  public enum Loop {
    case main, current
  }
  /// Unavailable.
  public enum Mode {
    case common, `default`
  }
  /// Unavailable.
  public static func publish(
    every interval: Double, tolerance: Double? = nil, on loop: Loop, in mode: Mode
  ) -> FoundationPublisher<Date> { fatalError() }
}

/// Unavailable: import Foundation and WaylineFoundation.
@available(*, unavailable, message: "import Foundation and WaylineFoundation")
public struct Notification {
  /// Unavailable.
  public struct Name {
    /// Unavailable.
    public init(_ name: String) {}
  }
}

/// Unavailable: import Foundation and WaylineFoundation.
@available(*, unavailable, message: "import Foundation and WaylineFoundation")
public struct IndexSet {}
