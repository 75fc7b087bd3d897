import Foundation
import ModelObjectKit
import Observation
import Testing

@Observable private class Issue: ModelObject {
  var number = 0
  var title = ""
  var body = ""
  private var secret = 1
  @ObservationIgnored var cache = 0
  var hidden = 2
  let fixed = 3
  override class var ignoredProperties: Set<String> { ["hidden"] }
  override class var accessors: [String: PropertyAccessor] {
    ["title": .init(\Issue.title), "body": .init(\Issue._body)]
  }
}

/// Its own properties aren't observed.
private class Bug: Issue {
  var severity = 0
  var _level = 1
}

@Observable private final class Crash: Bug {
  var report = ""
}

private final class Holder: ModelObject {
  var _name = ""
  var crash: Crash?
}

@Observable private final class Done: ModelObject {
  var name = ""
  override class var accessors: [String: PropertyAccessor] { ["name": .init(\Done.name)] }
}

@Observable private class Owner: ModelObject {
  var name = ""
  var done: Done?
  override class var accessors: [String: PropertyAccessor] { ["name": .init(\Owner.name)] }
}

private final class Tenant: Owner {
  override class var accessors: [String: PropertyAccessor] {
    ["name": .init(\Tenant.name), "done": .init(\Tenant.done)]
  }
}

/// Properties of `@Observable` classes that are set without telling observers.
struct ObservedProblems {
  private func silent(_ name: String) -> String {
    "\(name) is observed but has no accessor, so views don't notice that it is set. List it in"
      + " accessors, or mark it @ObservationIgnored."
  }

  /// Key paths that lead to a property's storage, as that of `body`, aren't looked at.
  @Test(.differs(.propertiesWithoutAccessor)) func areListedForEachClassThatHasThem() {
    #expect(Issue.declarationProblems() == [silent("Issue.number"), silent("Issue.secret")])
    #expect(Bug.declarationProblems() == [silent("Bug.number"), silent("Bug.secret")])
    let crash = [silent("Crash.number"), silent("Crash.report"), silent("Crash.secret")]
    #expect(Crash.declarationProblems() == crash)
    #expect(Holder.declarationProblems() == crash)
    #expect(Done.declarationProblems() == [])
  }

  /// Observers know a property by the key path of the class that declares it.
  @Test(.differs(.propertiesWithoutAccessor)) func areListedIfAKeyPathBeginsAtASubclass() {
    let problem =
      "Tenant.accessors: the key path of \"done\" begins at Tenant, so views don't notice if an"
      + " equal object comes. Let it begin at Owner, which declares the property."
    #expect(Tenant.declarationProblems() == [problem])
  }

  @Test(.differs(.propertiesWithoutAccessor)) func areMendedByTheSource() {
    #expect(
      Issue.accessorsSource == #"""
        public override class var accessors: [String: PropertyAccessor] {
          [
            "number": .init(\Issue.number),
            "title": .init(\Issue.title),
            "body": .init(\Issue.body),
            "secret": .init(\Issue.secret),
            "cache": .init(\Issue.cache),
            "hidden": .init(\Issue.hidden),
          ]
        }
        """#
    )
    #expect(Crash.accessorsSource.contains(#""report": .init(\Crash.report),"#))
    #expect(Bug.accessorsSource.contains(#"\Bug._level"#))
  }

  @Test func areNotFatal() throws {
    let crash = try Crash(json: #"{"number": 1, "title": "t", "body": "b", "report": "r"}"#)
    #expect((crash.number, crash.title, crash.body, crash.report) == (1, "t", "b", "r"))
  }
}
