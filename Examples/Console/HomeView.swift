import Wayline

/// The services as they are now, and the deployments, the newest first.
struct HomeView: View {
  @Deployments private var deployments
  @State private var search = ""
  @State private var refusal: String?
  @Environment(\.services) private var services
  @Environment(\.cluster) private var cluster
  @Environment(\.runnerName) private var runnerName
  @Environment(\.person) private var person
  @Environment(\.router) private var router

  var body: some View {
    Group {
      Section("Services") {
        List(found) { service in
          NavigationLink(service.text, value: Place.service(name: service.name))
            .accessibilityLabel(service.name)
            .accessibilityValue(service.isUp ? "up, \(service.load) % load" : "down")
        }
      }
      .searchable(text: $search, prompt: "Find a service")
      Section("Deployments") {
        List(deployments.reversed()) { deployment in
          NavigationLink(
            "\(deployment.title), \(deployment.state)", value: Place.deployment(id: deployment.id))
        }
        Button("New deployment") { router.present(RequestStep.service, for: .request) }
          .disabled(deployments.count >= cluster.capacity)
          .help("The cluster takes no more deployments.")
      }
      if let refusal { Text(refusal) }
    }
    .navigationTitle("Console")
    .coordinators(for: RequestStep.self) { $0.coordinator }
    .coordinators(for: RequestSummary.self) { $0.coordinator }
    .onResult(of: .request) { ending in
      if let request = ending.value { deploy(request) }
    }
  }

  private var found: [Service] {
    services.filter { search.isEmpty || $0.name.contains(search.lowercased()) }
  }

  private func deploy(_ request: Request) {
    do {
      let id = try $deployments.add(request, by: person, runner: runnerName, in: cluster)
      refusal = nil
      router.push(Place.deployment(id: id))
    } catch {
      refusal = "\(error)"
    }
  }
}

/// One service, and what was deployed of it.
struct ServiceView: View {
  let name: String
  @Deployments private var deployments
  @Environment(\.services) private var services

  var body: some View {
    Group {
      if let service = services.first(where: { $0.name == name }) { Text(service.text) }
      List(deployments.filter { $0.request.service == name }.reversed()) { deployment in
        NavigationLink(
          "\(deployment.title), \(deployment.state)", value: Place.deployment(id: deployment.id))
      }
    }
    .navigationTitle(name)
  }
}
