/** admissionregistration/v1: webhooks that see writes. Notation: see src/schema/notation.ts. */
export const admissionregistrationV1 = `
kind MutatingWebhookConfiguration { webhooks: [MutatingWebhook] #2 merge=name }
kind ValidatingWebhookConfiguration { webhooks: [ValidatingWebhook] #2 merge=name }

MutatingWebhook {
  admissionReviewVersions!: [string] #8
  clientConfig!: WebhookClientConfig #2
  failurePolicy: *string #4
  matchPolicy: *string #9
  name!: string #1
  namespaceSelector: *LabelSelector #5
  objectSelector: *LabelSelector #11
  reinvocationPolicy: *string #10
  rules: [RuleWithOperations] #3
  sideEffects!: *string #6
  timeoutSeconds: *int32 #7
}

ValidatingWebhook {
  admissionReviewVersions!: [string] #8
  clientConfig!: WebhookClientConfig #2
  failurePolicy: *string #4
  matchPolicy: *string #9
  name!: string #1
  namespaceSelector: *LabelSelector #5
  objectSelector: *LabelSelector #10
  rules: [RuleWithOperations] #3
  sideEffects!: *string #6
  timeoutSeconds: *int32 #7
}

RuleWithOperations {
  apiGroups: [string] #2.1
  apiVersions: [string] #2.2
  operations: [string] #1
  resources: [string] #2.3
  scope: *string #2.4
}

WebhookClientConfig { caBundle: bytes #2; service: *ServiceReference #1; url: *string #3 }
ServiceReference { name!: string #2; namespace!: string #1; path: *string #3; port: *int32 #4 }
`;
