import Foundation
import ModelObjectKit

/// From pods.json.
///
/// Read it with `try PodsDocument(json: data)`.
class PodsDocument: ModelObject {
  var apiVersion = ""
  var kind = ""
  var metadata: Metadata?
  var items: [Item] = []

  class Metadata: ModelObject {
    var resourceVersion = ""
    var selfLink = ""
  }

  class Item: ModelObject {
    var kind: String?
    var apiVersion = ""
    var metadata: ItemMetadata?

    override class var subclasses: Subclasses? {
      .byTag("kind", ["Pod": Pod.self, "Service": Service.self, "ConfigMap": ConfigMap.self])
    }
  }

  class Pod: Item {
    var spec: Spec?
    var status: Status?
  }

  class Service: Item {
    var spec: ServiceSpec?
    var status: ServiceStatus?
  }

  class ConfigMap: Item {
    var data: [String: String] = [:]
  }

  class ItemMetadata: ModelObject {
    var name = ""
    var namespace = ""
    var uid = ""
    var creationTimestamp: Date?
    var labels: [String: String]?
    var annotations: [String: String]?
  }

  class Spec: ModelObject {
    var nodeSelector: [String: String] = [:]
    var restartPolicy = ""
    var containers: [Container] = []
  }

  class Status: ModelObject {
    var phase = ""
    var podIP = ""
    var conditions: [Condition] = []
  }

  class ServiceSpec: ModelObject {
    var clusterIP = ""
    var selector: [String: String] = [:]
    var ports: [Port] = []
  }

  class ServiceStatus: ModelObject {
    var loadBalancer: [String: Any] = [:]  // always empty
  }

  class Container: ModelObject {
    var name = ""
    var image = ""
    var ports: [ContainerPort] = []
    var env: [Env] = []
    var resources: Resources?
    var livenessProbe: LivenessProbe?
    var readinessProbe: ReadinessProbe?
  }

  class Condition: ModelObject {
    var type = ""
    var status = ""
    var lastTransitionTime: Date?
    var reason: String?
  }

  class Port: ModelObject {
    var port = 0
    var targetPort = 0
    var `protocol` = ""
  }

  class ContainerPort: ModelObject {
    var containerPort = 0
    var `protocol` = ""
  }

  class Env: ModelObject {
    var name = ""
    var value: String?
    var valueFrom: ValueFrom?
  }

  class Resources: ModelObject {
    var limits: Resource?
    var requests: Resource?
  }

  class LivenessProbe: ModelObject {
    var httpGet: HttpGet?
  }

  class ReadinessProbe: ModelObject {
    var httpGet: ReadinessProbeHttpGet?
  }

  class ValueFrom: ModelObject {
    var secretKeyRef: SecretKeyRef?
  }

  class Resource: ModelObject {
    var cpu = ""
    var memory = ""
  }

  class HttpGet: ModelObject {
    var path = ""
    var port = 0
  }

  class ReadinessProbeHttpGet: ModelObject {
    var path = ""
    var port = ""
  }

  class SecretKeyRef: ModelObject {
    var name = ""
    var key = ""
  }
}
