/** core/v1: references and selectors that several topics use. Notation: see src/schema/notation.ts. */
export const coreV1Shared = `
// Names another object of the same namespace.
atomic LocalObjectReference {
  // Name of the object.
  name: string #1 = ''@1.30-
}
atomic NodeSelector { nodeSelectorTerms!: [NodeSelectorTerm] #1 }

atomic NodeSelectorTerm {
  matchExpressions: [NodeSelectorRequirement] #1
  matchFields: [NodeSelectorRequirement] #2
}

NodeSelectorRequirement {
  key!: string #1
  operator!: string(DoesNotExist|Exists|Gt|In|Lt|NotIn) #2
  values: [string] #3
}

// Enough to find another object, or a part of it.
atomic ObjectReference {
  // Group and version of the object.
  apiVersion: string #5
  // The part of the object that is meant, such as spec.containers{name}.
  fieldPath: string #7
  // Kind of the object.
  kind: string #1
  // Name of the object.
  name: string #3
  // Namespace of the object.
  namespace: string #2
  // The version of the object that is meant, if any particular one.
  resourceVersion: string #6
  // UID of the object.
  uid: string #4
}

ResourceRequirements {
  claims: [ResourceClaim] #3 since=1.26 gate=DynamicResourceAllocation map=name
  limits: {Quantity} #1
  requests: {Quantity} #2
}

ResourceClaim { name!: string #1; request: string #2 since=1.31 }
atomic TypedLocalObjectReference {
  apiGroup: *string #1 written
  kind!: string #2
  name!: string #3
}
`;
