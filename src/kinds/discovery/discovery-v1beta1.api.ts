/** discovery/v1beta1: endpoint slices with their topology in one map. Notation: see parse.ts. */
export const discoveryV1Beta1 = `
kind EndpointSlice {
  addressType!: string
  endpoints!: [Endpoint] atomic
  ports: [EndpointPort] written atomic
}

Endpoint {
  addresses!: [string] set
  conditions: EndpointConditions
  hints: *EndpointHints
  hostname: *string
  nodeName: *string
  targetRef: *ObjectReference
  topology: {string}
}

EndpointConditions { ready: *boolean; serving: *boolean; terminating: *boolean }
EndpointHints { forZones: [ForZone] atomic }
ForZone { name!: string }
EndpointPort { appProtocol: *string; name: *string; port: *int32; protocol: *string }
`;
