/** discovery/v1: endpoint slices. Notation: see parse.ts. */
export const discoveryV1 = `
kind EndpointSlice {
  addressType!: string(FQDN|IPv4|IPv6)
  endpoints!: [Endpoint] atomic
  ports: [EndpointPort] written atomic
}

Endpoint {
  addresses!: [string] set
  conditions: EndpointConditions
  deprecatedTopology: {string}
  hints: *EndpointHints
  hostname: *string
  nodeName: *string
  targetRef: *ObjectReference
  zone: *string
}

EndpointConditions { ready: *boolean; serving: *boolean; terminating: *boolean }
EndpointHints { forZones: [ForZone] atomic }
ForZone { name!: string }
atomic EndpointPort { appProtocol: *string; name: *string; port: *int32; protocol: *string }
`;
