/// Lives to begin with: what texts say of one object, one after the other.
enum LivingSeeds {
  static let lives: [String] = [
    "{}",
    """
    {"id":1,"name":"a","count":null,"x":[1],"parts":[{"id":2},{"id":3,"name":"b"}]}
    {"id":1,"count":2,"x":{"y":1},"parts":[{"id":3,"count":5},{"id":4},{"id":2}]}
    {"parts":[{"id":4,"name":"c"}],"one":{"id":2}}
    """,
    """
    {"id":1,"kind":"memo0","when":1,"day":"2014-05-06","days":["2014-05-06",5],"data":"AAEC","any":[1]}
    {"kind":"memo0","bySuit":{"hearts":1},"ratio":2.5,"price":0.1,"point":{"x":1},"own":{"id":3}}
    """,
    """
    {"parts":[{"id":1,"kind":"memo0","when":1,"data":"AAEC","bySuit":{"hearts":2}},{"id":2,"kind":"work"}]}
    {"parts":[{"id":1,"kind":"work","type":"play","acts":["a"]},{"id":2,"kind":"memo0","ratio":1}]}
    """,
    """
    {"id":1,"kind":"work","type":"film","secs":5,"when":1,"one":{"id":2,"kind":"work","type":"zzz"}}
    {"one":{"id":2,"kind":"work","type":"play","lead":{"id":3,"kind":"memo0"}}}
    {"one":{"id":2,"kind":null,"type":null}}
    """,
    """
    {"one":{"kind":"memo0","secs":5,"cover":{"id":1}},"media":[{"kind":7,"wordSet":["a"]},{"kind":"x"}]}
    {"one":{"kind":"z","note":"n"},"ext":{"caption":"c","list":[1,{"size":2}]}}
    {"one":{"id":1},"title":"t","byName":{"a":{"kind":"memo0","when":1}}}
    """,
    """
    {"id":1,"members":[{"id":2,"word":"a"},{"id":13,"word":"b"}],"friend":{"id":13}}
    {"id":1,"members":[{"id":2,"kind":"memo0","nights":1},{"id":3}],"friend":{"id":1}}
    {"id":13,"members":[{"id":2,"word":"c"}],"friend":{"id":4}}
    """,
    """
    {"parts":[{"id":0,"name":"a"},{"id":0,"name":"b"}],"partSet":[{"id":1},{"id":2}]}
    {"parts":[{"id":0,"name":"b"},{"id":0,"name":"c"},{"id":0}],"partSet":[{"id":2,"name":"x"}]}
    """,
    #"{"groups":[[{"id":1},{"id":2}],[{"id":1}]],"byName":{"a":{"id":1},"b":{"id":1}},"name":[],"Name":{}}"#,
    #"{"id":1,"kind":"zzz","rest":{"a":1},"one":{"id":2,"kind":"zzz"}}"#,
    """
    {"id":1,"parts":[2,{"id":3,"one":1,"parts":[2]},{"id":3}],"one":{"id":2,"name":"b","byName":{"x":9}}}
    {"id":3,"groups":[[{"id":4,"one":3}],[1,4]],"partSet":[{"id":2},4],"one":5}
    """,
    """
    {"id":1,"members":[{"id":2,"friend":{"id":13,"friend":{"id":4}}},13,4],"friend":2}
    {"id":2,"friend":{"id":5,"friend":1},"members":[{"id":6},1]}
    """,
    """
    {"id":1,"one":{"id":2,"name":"a","box":{"one":{"id":3},"name":"b"}},"own":{"parts":[{"id":4}]}}
    {"one":{"box":{"parts":[{"id":3,"name":"bad"}]},"id":4},"own":{"parts":[4],"name":"c"},"id":1}
    {"id":5,"one":{"name":"x","one":{"id":3,"count":null}},"parts":[{"id":1},{"name":"bad","id":2}]}
    """,
    """
    {"$id":"1","id":1,"one":{"$id":"2","id":2,"one":{"$ref":"1"}},"parts":[{"$ref":"2"},{"$ref":"3"}]}
    {"$id":"3","id":1,"parts":{"$id":"4","$values":[{"$ref":"3"},{"$ref":"5"},{"$id":"5","id":5}]}}
    """,
  ]

  /// Inputs with their two letters that broke a promise once, or were thought to.
  static let findings: [String] = [
    #"@@{"parts":[{"id":1,"kind":"memo0","when":1,"data":"AAEC","bySuit":{"hearts":2}}]}"#,
    #"C@{"id":1,"kind":"work","type":"film"}"#, #"A@{"id":1,"kind":"zzz"}"#,
    #"@@{"parts":[{"id":1,"name":"a"},{"id":1,"name":"b"}]}"#, #"@@{"name":[],"Name":{}}"#,
    #"DD{"id":{"a":{"b":{"c":{"d":{"e":1}}}}}}"#,
    #"@D{"x":{"a":{"b":{"c":{"d":{"e":false}}}}}}"#,
    #"BD{"one":{"one":{"one":{"one":{"one":{"parts":1,"one":2}}}}}}"#,
    """
    F@{"id":1,"friend":{"id":2,"kind":"memo0","nights":1}}
    {"id":1,"friend":{"id":2}}
    """,
    """
    @@{"one":{"id":2,"kind":"work","type":"zzz"}}
    {"one":{"id":2,"kind":"work","type":"play"}}
    {"one":{"id":2}}
    """,
    #"@@{"any":[1,1e400],"x":[1,1e400]}"#,
    """
    C@{"one":{"id":2,"kind":"work","type":300}}
    {"one":{"id":2,"kind":5}}
    """,
  ]
}
