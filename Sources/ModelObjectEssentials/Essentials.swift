// What the library imports instead of Foundation, so that one place decides what that is.
@_exported public import Foundation
