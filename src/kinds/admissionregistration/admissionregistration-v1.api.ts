/** admissionregistration: webhooks that see writes, and policies. Notation: see src/schema/notation.ts. */
const webhooks = `
kind MutatingWebhookConfiguration { webhooks: [MutatingWebhook] #2 merge=name }
kind ValidatingWebhookConfiguration { webhooks: [ValidatingWebhook] #2 merge=name }

MutatingWebhook {
  admissionReviewVersions!: [string] #8
  clientConfig!: WebhookClientConfig #2
  failurePolicy: *string(Fail|Ignore) #4
  matchConditions: [MatchCondition] #12 since=1.27 gate=AdmissionWebhookMatchConditions merge=name map=name
  matchPolicy: *string(Equivalent|Exact) #9
  name!: string #1
  namespaceSelector: *LabelSelector #5
  objectSelector: *LabelSelector #11
  reinvocationPolicy: *string(IfNeeded|Never)@1.27-1.33,1.35- #10
  rules: [RuleWithOperations] #3
  sideEffects!: *string(None|NoneOnDryRun|Some|Unknown) #6
  timeoutSeconds: *int32 #7
}

ValidatingWebhook {
  admissionReviewVersions!: [string] #8
  clientConfig!: WebhookClientConfig #2
  failurePolicy: *string(Fail|Ignore) #4
  matchConditions: [MatchCondition] #11 since=1.27 gate=AdmissionWebhookMatchConditions merge=name map=name
  matchPolicy: *string(Equivalent|Exact) #9
  name!: string #1
  namespaceSelector: *LabelSelector #5
  objectSelector: *LabelSelector #10
  rules: [RuleWithOperations] #3
  sideEffects!: *string(None|NoneOnDryRun|Some|Unknown) #6
  timeoutSeconds: *int32 #7
}

RuleWithOperations {
  apiGroups: [string] #2.1 atomic@1.26-
  apiVersions: [string] #2.2 atomic@1.26-
  operations: [string('*'|CONNECT|CREATE|DELETE|UPDATE)] #1 atomic@1.26-
  resources: [string] #2.3 atomic@1.26-
  scope: *string('*'|Cluster|Namespaced)@1.35- #2.4
}

WebhookClientConfig { caBundle: bytes #2; service: *ServiceReference #1; url: *string #3 }
ServiceReference { name!: string #2; namespace!: string #1; path: *string #3; port: *int32 #4 }
`;

/** Of v1 and v1beta1; v1alpha1 has that of v1. */
const conditions = `
MatchCondition { expression!: string #2; name!: string #1 }
`;

const policies = `
ApplyConfiguration { expression: string #1 }

AuditAnnotation { key!: string #1; valueExpression!: string #2 }

ExpressionWarning { fieldRef!: string #2; warning!: string #3 }

JSONPatch { expression: string #1 }

atomic MatchResources {
  excludeResourceRules: [NamedRuleWithOperations] #4 atomic
  matchPolicy: *string(Equivalent|Exact) #7
  namespaceSelector: *LabelSelector #1
  objectSelector: *LabelSelector #2
  resourceRules: [NamedRuleWithOperations] #3 atomic
}

kind MutatingAdmissionPolicy { spec: MutatingAdmissionPolicySpec #2 }

kind MutatingAdmissionPolicyBinding { spec: MutatingAdmissionPolicyBindingSpec #2 }

MutatingAdmissionPolicyBindingSpec {
  matchResources: *MatchResources #3
  paramRef: *ParamRef #2
  policyName: string #1
}

MutatingAdmissionPolicySpec {
  failurePolicy: *string(Fail|Ignore) #5
  matchConditions: [MatchCondition] #6 merge=name map=name
  matchConstraints: *MatchResources #2
  mutations: [Mutation] #4 atomic
  paramKind: *ParamKind #1
  reinvocationPolicy: string(IfNeeded|Never) #7
  variables: [Variable] #3 atomic
}

Mutation {
  applyConfiguration: *ApplyConfiguration #3
  jsonPatch: *JSONPatch #4
  patchType!: string(ApplyConfiguration|JSONPatch) #2
}

atomic NamedRuleWithOperations {
  apiGroups: [string] #2.2.1 atomic@1.26-
  apiVersions: [string] #2.2.2 atomic@1.26-
  operations: [string('*'|CONNECT|CREATE|DELETE|UPDATE)] #2.1 atomic@1.26-
  resourceNames: [string] #1 atomic
  resources: [string] #2.2.3 atomic@1.26-
  scope: *string('*'|Cluster|Namespaced)@1.35- #2.2.4
}

atomic ParamKind { apiVersion: string #1; kind: string #2 }

atomic ParamRef {
  name: string #1
  namespace: string #2
  parameterNotFoundAction: *string #4 since=1.28
  selector: *LabelSelector #3 since=1.28
}

TypeChecking { expressionWarnings: [ExpressionWarning] #1 atomic }

kind ValidatingAdmissionPolicy {
  spec: ValidatingAdmissionPolicySpec #2
  status: ValidatingAdmissionPolicyStatus #3 since=1.27
}

kind ValidatingAdmissionPolicyBinding {
  spec: ValidatingAdmissionPolicyBindingSpec #2 required@1.36-
}

ValidatingAdmissionPolicyBindingSpec {
  matchResources: *MatchResources #3
  paramRef: *ParamRef #2
  policyName: string #1 required@1.36-
  validationActions: [string(Audit|Deny|Warn)] #4 set required@1.36-
}

ValidatingAdmissionPolicySpec {
  auditAnnotations: [AuditAnnotation] #5 since=1.27 atomic
  failurePolicy: *string(Fail|Ignore) #4
  matchConditions: [MatchCondition] #6 since=1.27 merge=name map=name
  matchConstraints: *MatchResources #2
  paramKind: *ParamKind #1
  validations: [Validation] #3 atomic required@1.26-1.26
  variables: [Variable] #7 since=1.28 merge=name map=name
}

ValidatingAdmissionPolicyStatus {
  conditions: [Condition] #3 map=type
  observedGeneration: int64 #1
  typeChecking: *TypeChecking #2
}

Validation {
  expression!: string #1
  message: string #2
  messageExpression: string #4 since=1.27
  reason: *string #3
}

atomic Variable { expression!: string #2; name!: string #1 }
`;

export const admissionregistrationV1: readonly string[] = [webhooks, conditions, policies];

/** Values that the versions before v1 did not publish at 1.34. */
const beforeV1 = policies.replace('(IfNeeded|Never)', '(IfNeeded|Never)@1.32-1.33,1.35-');

/** Its policies published no values of some fields. */
export const admissionregistrationV1Beta1: readonly string[] = [
  conditions,
  beforeV1.replace('(Equivalent|Exact)', '').replaceAll('(Fail|Ignore)', ''),
];

export const admissionregistrationV1Alpha1: string = beforeV1
  .replace('parameterNotFoundAction: *string', 'parameterNotFoundAction: *string(Allow|Deny)')
  .replace('set required@1.36-', 'since=1.27 set required@1.36-');
