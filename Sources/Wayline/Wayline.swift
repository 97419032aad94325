@_exported import WaylineFlows
@_exported import WaylineSQLite
@_exported import WaylineSecrets

#if Postgres
  @_exported import WaylinePostgres
#endif
