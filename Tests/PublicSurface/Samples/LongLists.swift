import Wayline

/// The samples of the articles Showing long lists, and Reporting progress.
enum LongListsSample {
  struct CatalogView: View {
    let titles: [String]
    @State private var search = ""

    var body: some View {
      List(found, id: \.self) { title in
        Text(title)
      }
      .searchable(text: $search, prompt: "Search titles")
    }

    private var found: [String] {
      search.isEmpty ? titles : titles.filter { $0.contains(search) }
    }
  }

  struct ImportView: View {
    let rows: [String]
    @State private var done = 0

    var body: some View {
      ProgressView("Importing", value: Double(done), total: Double(rows.count))
        .task {
          for row in rows where !Task.isCancelled {
            await store(row)
            done += 1
          }
        }
    }

    private func store(_ row: String) async {}
  }

  @MainActor
  final class Importer: ObservableObject {
    @Published private(set) var done = 0.0

    func run(_ notice: NoticeAction) {
      Task {
        for step in 1...10 {
          await importPart(step)
          done = Double(step) / 10
        }
        notice("The import is done.")
      }
    }

    private func importPart(_ step: Int) async {}
  }

  struct ImportStatus: View {
    @EnvironmentObject private var importer: Importer
    @Environment(\.notice) private var notice

    var body: some View {
      if importer.done < 1 { ProgressView("Importing", value: importer.done) }
      Button("Import") { importer.run(notice) }
    }
  }
}
