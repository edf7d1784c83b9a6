/** admissionregistration/v1: webhooks that see writes. Notation: see parse.ts. */
export const admissionregistrationV1 = `
kind MutatingWebhookConfiguration { webhooks: [MutatingWebhook] merge=name }
kind ValidatingWebhookConfiguration { webhooks: [ValidatingWebhook] merge=name }

MutatingWebhook {
  admissionReviewVersions!: [string]
  clientConfig!: WebhookClientConfig
  failurePolicy: *string
  matchPolicy: *string
  name!: string
  namespaceSelector: *LabelSelector
  objectSelector: *LabelSelector
  reinvocationPolicy: *string
  rules: [RuleWithOperations]
  sideEffects!: *string
  timeoutSeconds: *int32
}

ValidatingWebhook {
  admissionReviewVersions!: [string]
  clientConfig!: WebhookClientConfig
  failurePolicy: *string
  matchPolicy: *string
  name!: string
  namespaceSelector: *LabelSelector
  objectSelector: *LabelSelector
  rules: [RuleWithOperations]
  sideEffects!: *string
  timeoutSeconds: *int32
}

RuleWithOperations {
  apiGroups: [string]
  apiVersions: [string]
  operations: [string]
  resources: [string]
  scope: *string
}

WebhookClientConfig { caBundle: bytes; service: *ServiceReference; url: *string }
ServiceReference { name!: string; namespace!: string; path: *string; port: *int32 }
`;
