/** discovery/v1beta1: endpoint slices with their topology in one map. Notation: see src/schema/notation.ts. */
export const discoveryV1Beta1 = `
kind EndpointSlice {
  addressType!: string #4
  endpoints!: [Endpoint] #2 atomic
  ports: [EndpointPort] #3 written atomic
}

Endpoint {
  addresses!: [string] #1 set
  conditions: EndpointConditions #2
  hints: *EndpointHints #7
  hostname: *string #3
  nodeName: *string #6
  targetRef: *ObjectReference #4
  topology: {string} #5
}

EndpointConditions { ready: *boolean #1; serving: *boolean #2; terminating: *boolean #3 }
EndpointHints { forZones: [ForZone] #1 atomic }
ForZone { name!: string #1 }
EndpointPort { appProtocol: *string #4; name: *string #1; port: *int32 #3; protocol: *string #2 }
`;
