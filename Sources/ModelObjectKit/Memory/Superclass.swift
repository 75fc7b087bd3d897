/// The superclass, or nil at the root.
func superclass(of type: AnyClass) -> AnyClass? {
  _getSuperclass(type)
}
