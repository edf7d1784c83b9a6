/** core/v1: services and endpoints. Notation: see parse.ts. */
export const coreV1Network = `
kind Endpoints { subsets: [EndpointSubset] }

EndpointSubset {
  addresses: [EndpointAddress]
  notReadyAddresses: [EndpointAddress]
  ports: [EndpointPort]
}

atomic EndpointAddress {
  hostname: string
  ip!: string
  nodeName: *string
  targetRef: *ObjectReference
}

atomic EndpointPort {
  appProtocol: *string
  name: string
  port!: int32
  protocol: string(SCTP|TCP|UDP)
}

kind Service { spec: ServiceSpec; status: ServiceStatus }

ServiceSpec {
  allocateLoadBalancerNodePorts: *boolean
  clusterIP: string
  clusterIPs: [string] atomic
  externalIPs: [string]
  externalName: string
  externalTrafficPolicy: string(Cluster|Local)
  healthCheckNodePort: int32
  internalTrafficPolicy: *string
  ipFamilies: [string] atomic
  ipFamilyPolicy: *string
  loadBalancerClass: *string
  loadBalancerIP: string
  loadBalancerSourceRanges: [string]
  ports: [ServicePort] map=port,protocol merge=port
  publishNotReadyAddresses: boolean
  selector: {string} atomic
  sessionAffinity: string(ClientIP|None)
  sessionAffinityConfig: *SessionAffinityConfig
  type: string(ClusterIP|ExternalName|LoadBalancer|NodePort)
}

ServicePort {
  appProtocol: *string
  name: string
  nodePort: int32
  port!: int32
  protocol: string(SCTP|TCP|UDP) = TCP
  targetPort: IntOrString
}

SessionAffinityConfig { clientIP: *ClientIPConfig }
ClientIPConfig { timeoutSeconds: *int32 }
ServiceStatus { conditions: [Condition] merge=type map=type; loadBalancer: LoadBalancerStatus }
LoadBalancerStatus { ingress: [LoadBalancerIngress] }
LoadBalancerIngress { hostname: string; ip: string; ports: [PortStatus] atomic }
PortStatus { error: *string; port!: int32; protocol!: string(SCTP|TCP|UDP) }
`;
