@_exported import FoundationEssentials
@_exported import Observation
@_exported import WaylineGraph
@_exported import WaylineNavigation
@_exported import WaylineQuestions
@_exported import WaylineShell
@_exported import WaylineStorage
@_exported import WaylineViews

#if SwiftUINames
  @_exported import WaylineSwiftUINames
#endif
