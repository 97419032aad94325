import Testing
import Wayline
import WaylineTestScale
import WaylineTesting

@Suite("Small programs of common kinds", .serialized)
@MainActor
struct AppPairTests {
  @Test("Without its planted bug none gives a false alarm", arguments: AppPair.all)
  func correct(_ pair: AppPair) async {
    let report = await pair.explorer(false).budget(states: 120 * Scale.factor, depth: 8).run()
    #expect(report.isSound, "\(report)")
  }
}
