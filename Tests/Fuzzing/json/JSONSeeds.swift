/// Documents to begin with: a text for each thing that classes and readers know.
enum JSONSeeds {
  /// Each is for every class; the fuzzer finds the options by itself.
  static let documents: [String] = objects + values.map { #"{"\#($0.0)":\#($0.1)}"# }

  /// Inputs with their two letters that broke a promise once, or were thought to.
  static let findings: [String] = [
    "@@[{}] x", #"@C{"a":1,"a":2}"#, #"DC{"a":1,"b":2,"a":3}"#, #"FA{"bad":1}}"#,
    #"@@{"any":1e999,"anys":[1e999],"anyMap":{"a":1e999},"number":1e999}"#,
    #"@@{"number":12345678901234567890.123456789,"numberSet":[12345678901234567890.123456789,1]}"#,
    #"C@{"x":{"y":4},"x":"a"}"#, "@@{\"\u{FEFF}when\":1}",
    #"GB{"rows":[[{"id":1}]],"lists":{"a":[{"id":1}]}}"#,
  ]

  private static let objects: [String] = [
    "{}", "[]", "[{}]", " { } ", "{\"a\":1,\"a\":2}",
    #"{"name":"Shan","ID":"7","price":1.10,"flag":"yes","tags":["a",null,1],"date":"2014-05-06"}"#,
    #"{"leaf":{"id":1,"leaf":{"id":2,"leaf":null}},"LEAF":{"id":3},"own":{"name":"x"}}"#,
    #"{"user_name":"a","UserName":"b","userName":"c","user-name":"d"}"#,
    #"{"leaves":[{"id":1},5,null,{"name":"b"}],"byName":{"a":{"id":1},"b":2}}"#,
    #"{"byNumber":{"1":"a","01":"b","x":"c"},"bySuit":{"hearts":[1,"2"],"none":[3]}}"#,
    #"{"rows":[[{"id":1}],[],[{"id":2},{"id":3}]],"lists":{"a":[{"id":1}]},"models":[{"id":1}]}"#,
    #"{"ext":{"desc":"d","sub":{"name":"n"},"part":{"id":1}},"pages":[{"text":"t"},{"total":7}]}"#,
    #"{"title":"t","Other-2":3,"x":{"y":4},"cents":1250,"anything":{"id":1},"ext.desc":"whole"}"#,
    #"{"radius":2,"shapes":[{"side":3},{"radius":1.5},{}],"inner":{"side":1},"circle":{"side":1}}"#,
    #"{"id":1,"others":[{"id":13},{"id":2}],"inner":{"id":13},"own":{"id":13},"byName":{"a":{}}}"#,
    #"{"minutes":5,"caption":"Tea","bad":1,"text":"a","seconds":3}"#,
    #"{"secret":"x","cache":1,"hidden":[1],"next":{"next":{"map":{"a":1,"b":"x"}}}}"#,
    #"{"anys":[1,1.5,"a",null,true,{"a":[]}],"anyMap":{"a":{"b":null}},"any":18446744073709551615}"#,
    #"{"array":[1,"a"],"dictionary":{"a":1},"moment":1.5,"link":"http://a.b","string":1.0}"#,
    #"{"point":{"x":1,"label":"l","at":"2014-05-06"},"points":[{"x":2},{"y":1}],"celsius":20}"#,
    #"{"twice":null,"maybes":[1,null],"maybeSet":[null,1],"maybeMap":{"a":null},"deep":[[{"a":[1]}]]}"#,
    #"{"crate":{"money":{"amount":"1.5","currency_code":"EUR"},"crates":[{"id":1}]},"all":[{},5,{"id":2}]}"#,
    #"{"byName":{"a":{"prices":[{"amount":1},5]}},"limited":{"id":13},"limits":[{"id":13},{"name":""}]}"#,
    #"{"maybe":{"rows":[[{"amount":1}]],"moneySet":[{"amount":1},{"amount":1}],"ext":{"cost":{"suit":"hearts"}}}}"#,
    #"{"money":{"amount":1,"AMOUNT":2},"cost":{"until":"2014-05-06"},"maybe":null,"tally":{"count":"1","at":"2014-05-06"}}"#,
    #"{"tallies":[{"count":1,"leaf":{"id":"2"},"points":[{"x":1},{"y":1}]},{"label":"b"}],"raw":[1.50,{"b":1,"a":"\u0041"}]}"#,
    #"{"rawValue":{"b":1,"a":null},"raws":[1,"a",null],"rawMap":{"a":[]},"tallies":{"a":{"count":1.0}},"next":{"crate":{"raw":1}}}"#,
    #"{"lists":{"a":[{"leaf":{"id":1},"leaves":[{"id":2}]}]},"any":{"a":[1]},"celsius":7,"priceMap":{"a":{"amount":0.1}}}"#,
    "{\"\u{212A}\":1,\"K\":2,\"id\":3}", "{\"e\u{301}\":1,\"\u{E9}\":2}", "\u{FEFF}{\"id\":1}",
    String(repeating: #"{"leaf":"#, count: 8) + "1" + String(repeating: "}", count: 8),
  ]

  /// A property, and a value that has something to it.
  private static let values: [(String, String)] = [
    ("int8", "-128"), ("uint64", "18446744073709551615"), ("int64", "-9223372036854775808"),
    ("int128", "170141183460469231731687303715884105727"), ("int128", "1e20"), ("double", "-0"),
    ("double", "1e308"), ("float", "3.4028236e38"), ("optionalDecimal", "0.30000000000000000001"),
    ("optionalDecimal", "1e127"), ("any", "1e999"), ("any", "12345678901234567890.123456789"),
    ("when", #""/Date(1451606400000+0200)/""#), ("when", #""Sun, 06 Nov 1994 08:49:37 GMT""#),
    ("when", #""Tue May 06 07:08:00 +0000 2014""#), ("when", #""2014-05-06 07:08:09.25+08:00""#),
    ("when", "1399360080000"), ("when", "-1e16"), ("data", #""AAEC/w==""#), ("suit", #""null""#),
    ("uuid", #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#), ("zone", #""Europe/Berlin""#),
    ("locale", #""de_CH""#), ("url", #""http://a.b/c?d=e%20f#g""#), ("bool", #""NO""#),
    ("optionalInt", #""<null>""#), ("optionalText", #""(null)""#), ("rank", "13"),
    ("name", #""\u0000\ud83d\ude00\n\"""#), ("wrapped", "2"), ("number", "true"),
  ]
}
