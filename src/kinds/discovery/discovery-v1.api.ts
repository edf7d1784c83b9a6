/** discovery/v1: endpoint slices. Notation: see src/schema/notation.ts. */
export const discoveryV1 = `
kind EndpointSlice {
  addressType!: string(FQDN|IPv4|IPv6) #4
  endpoints: [Endpoint] #2 atomic written required@-1.35
  ports: [EndpointPort] #3 written atomic
}

Endpoint {
  addresses!: [string] #1 set
  conditions: EndpointConditions #2
  deprecatedTopology: {string} #5
  hints: *EndpointHints #8
  hostname: *string #3
  nodeName: *string #6
  targetRef: *ObjectReference #4
  zone: *string #7
}

EndpointConditions { ready: *boolean #1; serving: *boolean #2; terminating: *boolean #3 }
EndpointHints { forNodes: [ForNode] #2 since=1.33; forZones: [ForZone] #1 atomic }

ForNode { name!: string #1 }
ForZone { name!: string #1 }
atomic EndpointPort {
  appProtocol: *string #4
  name: *string #1
  port: *int32 #3
  protocol: *string(SCTP|TCP|UDP) #2
}
`;
