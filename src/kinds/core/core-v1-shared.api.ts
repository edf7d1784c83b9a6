/** core/v1: references and selectors that several topics use. Notation: see parse.ts. */
export const coreV1Shared = `
atomic LocalObjectReference { name: string }
atomic NodeSelector { nodeSelectorTerms!: [NodeSelectorTerm] }

atomic NodeSelectorTerm {
  matchExpressions: [NodeSelectorRequirement]
  matchFields: [NodeSelectorRequirement]
}

NodeSelectorRequirement {
  key!: string
  operator!: string(DoesNotExist|Exists|Gt|In|Lt|NotIn)
  values: [string]
}

atomic ObjectReference {
  apiVersion: string
  fieldPath: string
  kind: string
  name: string
  namespace: string
  resourceVersion: string
  uid: string
}

ResourceRequirements { limits: {Quantity}; requests: {Quantity} }
atomic TypedLocalObjectReference { apiGroup: *string written; kind!: string; name!: string }
`;
