/** core/v1: services and endpoints. Notation: see src/schema/notation.ts. */
export const coreV1Network = `
// The addresses behind a service: the union of all subsets.
kind Endpoints {
  // Groups of addresses that share their ports. An address may stand in several subsets, once for
  // each set of ports that is ready.
  subsets: [EndpointSubset] #2
}

// Some addresses with the ports that each of them has. It means every address with every port.
EndpointSubset {
  // Addresses whose ports are ready to be used.
  addresses: [EndpointAddress] #1
  // Addresses whose ports are not ready: not started yet, or failing their checks.
  notReadyAddresses: [EndpointAddress] #2
  // The ports of all these addresses.
  ports: [EndpointPort] #3
}

// One IP address.
atomic EndpointAddress {
  // The name of the host under the name of the service.
  hostname: string #3
  // The address. It may not be a loopback, link-local or link-local multicast address.
  ip!: string #1
  // The node that the endpoint is on.
  nodeName: *string #4
  // The object behind the address, mostly a pod.
  targetRef: *ObjectReference #2
}

// One port.
atomic EndpointPort {
  // The protocol of the application: a standard service name, or a name with a prefix.
  appProtocol: *string #4
  // The name of the service's port that this one belongs to. May be left out where there is only
  // one.
  name: string #1
  // The number of the port.
  port!: int32 #2
  // UDP, TCP or SCTP. TCP by default.
  protocol: string(SCTP|TCP|UDP) #3 default=TCP
}

kind Service { spec: ServiceSpec #2; status: ServiceStatus #3 }

ServiceSpec {
  allocateLoadBalancerNodePorts: *boolean #20
  clusterIP: string #3
  clusterIPs: [string] #18 atomic
  externalIPs: [string] #5
  externalName: string #10
  externalTrafficPolicy: string(Cluster|Cluster@1.27-1.29|Local|Local@1.27-1.29) #11
  healthCheckNodePort: int32 #12
  internalTrafficPolicy: *string(Cluster|Local) #22
  ipFamilies: [string(''|IPv4|IPv6)] #19 atomic
  ipFamilyPolicy: *string(PreferDualStack|RequireDualStack|SingleStack) #17
  loadBalancerClass: *string #21
  loadBalancerIP: string #8
  loadBalancerSourceRanges: [string] #9
  ports: [ServicePort] #1 map=port,protocol merge=port
  publishNotReadyAddresses: boolean #13
  selector: {string} #2 atomic
  sessionAffinity: string(ClientIP|None) #7
  sessionAffinityConfig: *SessionAffinityConfig #14
  trafficDistribution: *string #23 since=1.30 gate=ServiceTrafficDistribution
  type: string(ClusterIP|ExternalName|LoadBalancer|NodePort) #4
}

ServicePort {
  appProtocol: *string #6
  name: string #1
  nodePort: int32 #5
  port!: int32 #3
  protocol: string(SCTP|TCP|UDP) #2 = TCP
  targetPort: IntOrString #4
}

SessionAffinityConfig { clientIP: *ClientIPConfig #1 }
ClientIPConfig { timeoutSeconds: *int32 #1 }
ServiceStatus {
  conditions: [Condition] #2 merge=type map=type
  loadBalancer: LoadBalancerStatus #1
}
LoadBalancerStatus { ingress: [LoadBalancerIngress] #1 }
LoadBalancerIngress {
  hostname: string #2
  ip: string #1
  ipMode: *string #3 since=1.29 gate=LoadBalancerIPMode
  ports: [PortStatus] #4 atomic
}
PortStatus { error: *string #3; port!: int32 #1; protocol!: string(SCTP|TCP|UDP) #2 }
`;
