/** authorization/v1: access reviews. Notation: see src/schema/notation.ts. */
export const authorizationV1 = `
kind SelfSubjectAccessReview {
  spec!: SelfSubjectAccessReviewSpec #2
  status: SubjectAccessReviewStatus #3
}

SelfSubjectAccessReviewSpec {
  nonResourceAttributes: *NonResourceAttributes #2
  resourceAttributes: *ResourceAttributes #1
}

NonResourceAttributes { path: string #1; verb: string #2 }

ResourceAttributes {
  fieldSelector: *FieldSelectorAttributes #8 since=1.31 gate=AuthorizeWithSelectors
  group: string #3
  labelSelector: *LabelSelectorAttributes #9 since=1.31 gate=AuthorizeWithSelectors
  name: string #7
  namespace: string #1
  resource: string #5
  subresource: string #6
  verb: string #2
  version: string #4
}

FieldSelectorAttributes {
  rawSelector: string #1
  requirements: [FieldSelectorRequirement] #2 atomic
}

LabelSelectorAttributes {
  rawSelector: string #1
  requirements: [LabelSelectorRequirement] #2 atomic
}

SubjectAccessReviewStatus {
  allowed!: boolean #1
  denied: boolean #4
  evaluationError: string #3
  reason: string #2
}

kind SelfSubjectRulesReview {
  spec!: SelfSubjectRulesReviewSpec #2
  status: SubjectRulesReviewStatus #3
}

SelfSubjectRulesReviewSpec { namespace: string #1 }

SubjectRulesReviewStatus {
  evaluationError: string #4
  incomplete!: boolean #3
  nonResourceRules!: [NonResourceRule] #2
  resourceRules!: [ResourceRule] #1
}

NonResourceRule { nonResourceURLs: [string] #2; verbs!: [string] #1 }

ResourceRule {
  apiGroups: [string] #2
  resourceNames: [string] #4
  resources: [string] #3
  verbs!: [string] #1
}

kind SubjectAccessReview {
  spec!: SubjectAccessReviewSpec #2
  status: SubjectAccessReviewStatus #3
}

kind LocalSubjectAccessReview {
  spec!: SubjectAccessReviewSpec #2
  status: SubjectAccessReviewStatus #3
}

SubjectAccessReviewSpec {
  extra: {[string]} #5
  groups: [string] #4
  nonResourceAttributes: *NonResourceAttributes #2
  resourceAttributes: *ResourceAttributes #1
  uid: string #6
  user: string #3
}
`;
