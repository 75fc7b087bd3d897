// Nothing: that the module is there is what `#if canImport(ObjectiveC)` asks.
