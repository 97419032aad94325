extension Array {
  /// Makes room in a full array of things that come and are over: those that are over go, and where
  /// that helps little the room doubles, so that adding stays O(1) on average.
  mutating func makeRoom(removing isOver: (Element) -> Bool) {
    let room = capacity
    removeAll(where: isOver)
    if count > room / 2 { reserveCapacity(Swift.max(2, 2 * room)) }
  }
}
