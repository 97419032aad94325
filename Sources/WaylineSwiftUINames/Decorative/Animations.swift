import WaylineGraph

// Curves of animations. Lines do not move: an animation only separates groups of writes.

extension Animation {
  private init(_ curve: String, _ numbers: Double...) {
    self.init("\(curve)(\(numbers.map { "\($0)" }.joined(separator: ", ")))")
  }

  private func with(_ word: String, _ value: some Any) -> Animation {
    Animation("\(self).\(word)(\(value))")
  }
}

extension Animation {
  /// A change at constant speed.
  public static let linear = Animation("linear")
  /// A change that starts slowly.
  public static let easeIn = Animation("easeIn")
  /// A change that ends slowly.
  public static let easeOut = Animation("easeOut")
  /// A change that starts and ends slowly.
  public static let easeInOut = Animation("easeInOut")
  /// A change like a spring's.
  public static let spring = Animation("spring")
  /// A change like that of a spring that overshoots.
  public static let bouncy = Animation("bouncy")
  /// A change like that of a spring that does not overshoot.
  public static let smooth = Animation("smooth")
  /// A change like that of a tight spring.
  public static let snappy = Animation("snappy")
  /// A change like that of a spring that follows a hand.
  public static let interactiveSpring = Animation("interactiveSpring")
  /// A change like that of a spring whose movements add up.
  public static let interpolatingSpring = Animation("interpolatingSpring")

  /// A change at constant speed, in seconds.
  public static func linear(duration: Double) -> Animation { Animation("linear", duration) }

  /// A change that starts slowly, in seconds.
  public static func easeIn(duration: Double) -> Animation { Animation("easeIn", duration) }

  /// A change that ends slowly, in seconds.
  public static func easeOut(duration: Double) -> Animation { Animation("easeOut", duration) }

  /// A change that starts and ends slowly, in seconds.
  public static func easeInOut(duration: Double) -> Animation { Animation("easeInOut", duration) }

  /// A change along a curve between two points, in seconds.
  public static func timingCurve(
    _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
  ) -> Animation { Animation("timingCurve", p1x, p1y, p2x, p2y, duration) }
}

extension Animation {
  /// A change like a spring's, in seconds.
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Animation { Animation("spring", response, dampingFraction, blendDuration) }

  /// A change like a spring's, in seconds.
  public static func spring(
    duration: Double, bounce: Double = 0, blendDuration: Double = 0
  ) -> Animation { Animation("spring", duration, bounce, blendDuration) }

  /// A change like that of a spring that overshoots, in seconds.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("bouncy", duration, extraBounce)
  }

  /// A change like that of a spring that does not overshoot, in seconds.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("smooth", duration, extraBounce)
  }

  /// A change like that of a tight spring, in seconds.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation("snappy", duration, extraBounce)
  }

  /// A change like that of a spring that follows a hand, in seconds.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation { Animation("interactiveSpring", response, dampingFraction, blendDuration) }

  /// A change like that of a spring with a weight.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation { Animation("interpolatingSpring", mass, stiffness, damping, initialVelocity) }
}

extension Animation {
  /// The same animation, later by seconds.
  public func delay(_ delay: Double) -> Animation { with("delay", delay) }

  /// The same animation, faster by a factor.
  public func speed(_ speed: Double) -> Animation { with("speed", speed) }

  /// The same animation, several times.
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
    with("repeatCount", "\(repeatCount), \(autoreverses)")
  }

  /// The same animation, counted as complete after seconds.
  public func logicallyComplete(after duration: Double) -> Animation {
    with("logicallyComplete", duration)
  }

  /// The same animation, without end.
  public func repeatForever(autoreverses: Bool = true) -> Animation {
    with("repeatForever", autoreverses)
  }
}
