/** apiregistration.k8s.io/v1: who serves which version of which group. Notation: see src/schema/notation.ts. */
export const apiregistrationV1 = `
kind APIService { spec: APIServiceSpec #2; status: APIServiceStatus #3 }

APIServiceSpec {
  caBundle: bytes #5
  group: string #2
  groupPriorityMinimum!: int32 #7
  insecureSkipTLSVerify: boolean #4
  service: *ServiceReference #1
  version: string #3
  versionPriority!: int32 #8
}

ServiceReference { name: string #2; namespace: string #1; port: *int32 #3 default=443 }

APIServiceStatus { conditions: [APIServiceCondition] #1 merge=type map=type }

APIServiceCondition {
  lastTransitionTime: Time #3
  message: string #5
  reason: string #4
  status!: string #2
  type!: string #1
}
`;
