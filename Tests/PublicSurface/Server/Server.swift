import Wayline
import WaylinePostgres

/// The samples about stores in a server.
enum ServerSample {
  static func name() -> String {
    let address = PostgresAddress("postgres:service=desk#ada")
    return address.store
  }

  static func count() -> Int {
    let store = PostgresStore(PostgresAddress("postgres:service=desk"))
    @AppStorage("count", store: store) var count = 0
    return count
  }

  static func session(of store: PostgresStore) throws -> String? {
    let claims = PostgresSceneClaims(of: store)
    let claim = try claims.claimFirstFree()
    return claim?.name
  }
}
