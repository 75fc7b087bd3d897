import ModelObjectKit
import Testing

/// Objects that a program makes for tests and previews.
struct MakingInCodeTests {
  @Test func aClosureSetsTheProperties() {
    let page = Page {
      $0.title = "Tea"
      $0.author = Author { $0.name = "Kim" }
      $0.others = [Author { $0.name = "Shan" }, Author()]
    }
    #expect(page.title == "Tea" && page.author?.name == "Kim")
    #expect(page.others.map(\.name) == ["Shan", ""])
  }

  @Test func noHookIsCalled() {
    let page = Page { $0.title = "" }
    #expect(page.calls == 0)
  }

  @Test func whatTheClosureThrowsIsThrown() {
    #expect(throws: Refusal.self) {
      try Page {
        $0.title = "Tea"
        throw Refusal()
      }
    }
  }

  /// A class with an initializer of its own has this one too.
  @Test func subclassesAreMadeAsThemselves() {
    let book = Book { ($0.title, $0.isbn) = ("Tea", "1") }
    #expect(book.title == "Tea" && book.isbn == "1")
    #expect(Book(isbn: "2").isbn == "2")
  }

  private struct Refusal: Error {}

  private class Author: ModelObject {
    var name = ""
  }

  private class Page: ModelObject {
    var title = ""
    var author: Author?
    var others: [Author] = []
    var calls = 0
    override func awake() { calls += 1 }
    override func validate() throws { calls += 1 }
  }

  private final class Book: Page {
    var isbn = ""
    convenience init(isbn: String) {
      self.init()
      self.isbn = isbn
    }
  }
}
