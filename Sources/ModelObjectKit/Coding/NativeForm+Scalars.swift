/// The form of a type for which containers have methods of their own; nil for others.
func scalarForm(of type: Any.Type) -> (any ScalarCoding)? {
  switch type {
  case is String.Type:
    ScalarForm<String> {
      try $0.decode(String.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(String.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is Bool.Type:
    ScalarForm<Bool> {
      try $0.decode(Bool.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(Bool.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is Int.Type:
    ScalarForm<Int> {
      try $0.decode(Int.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(Int.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is Int8.Type:
    ScalarForm<Int8> {
      try $0.decode(Int8.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(Int8.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is Int16.Type:
    ScalarForm<Int16> {
      try $0.decode(Int16.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(Int16.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is Int32.Type:
    ScalarForm<Int32> {
      try $0.decode(Int32.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(Int32.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is Int64.Type:
    ScalarForm<Int64> {
      try $0.decode(Int64.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(Int64.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is UInt.Type:
    ScalarForm<UInt> {
      try $0.decode(UInt.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(UInt.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is UInt8.Type:
    ScalarForm<UInt8> {
      try $0.decode(UInt8.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(UInt8.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is UInt16.Type:
    ScalarForm<UInt16> {
      try $0.decode(UInt16.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(UInt16.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is UInt32.Type:
    ScalarForm<UInt32> {
      try $0.decode(UInt32.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(UInt32.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is UInt64.Type:
    ScalarForm<UInt64> {
      try $0.decode(UInt64.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(UInt64.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is Float.Type:
    ScalarForm<Float> {
      try $0.decode(Float.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(Float.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  case is Double.Type:
    ScalarForm<Double> {
      try $0.decode(Double.self, forKey: $1)
    } _: {
      try $0.decodeIfPresent(Double.self, forKey: $1)
    } _: {
      if let value = $0 {
        try $1.encode(value, forKey: $2)
      } else {
        try $1.encodeIfPresent($0, forKey: $2)
      }
    }
  default: nil
  }
}
