/** apiregistration.k8s.io/v1: who serves which version of which group. Notation: see parse.ts. */
export const apiregistrationV1 = `
kind APIService { spec: APIServiceSpec; status: APIServiceStatus }

APIServiceSpec {
  caBundle: bytes
  group: string
  groupPriorityMinimum!: int32
  insecureSkipTLSVerify: boolean
  service: *ServiceReference
  version: string
  versionPriority!: int32
}

ServiceReference { name: string; namespace: string; port: *int32 }

APIServiceStatus { conditions: [APIServiceCondition] merge=type map=type }

APIServiceCondition {
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}
`;
