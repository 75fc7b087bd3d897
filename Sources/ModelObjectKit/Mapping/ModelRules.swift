/// How the models in the value that is being read are made.
///
/// What holds the value sets it: a property, or a root with a list. Each model clears it for what is
/// in the model, and puts it back (`Mapping.model(from:declared:existing:)`).
struct ModelRules {
  /// The class of the objects by `arrayMapping`.
  var elementClass: (any Model.Type)?
  /// The list if its models are matched by identity.
  var list: ListMatching?
  /// Whether the model is in a property of an object that awaits its identity.
  var isPart = false
}
