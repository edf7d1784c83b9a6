/** authorization/v1: access reviews. Notation: see parse.ts. */
export const authorizationV1 = `
kind SelfSubjectAccessReview {
  spec!: SelfSubjectAccessReviewSpec
  status: SubjectAccessReviewStatus
}

SelfSubjectAccessReviewSpec {
  nonResourceAttributes: *NonResourceAttributes
  resourceAttributes: *ResourceAttributes
}

NonResourceAttributes { path: string; verb: string }

ResourceAttributes {
  group: string
  name: string
  namespace: string
  resource: string
  subresource: string
  verb: string
  version: string
}

SubjectAccessReviewStatus {
  allowed!: boolean
  denied: boolean
  evaluationError: string
  reason: string
}

kind SelfSubjectRulesReview {
  spec!: SelfSubjectRulesReviewSpec
  status: SubjectRulesReviewStatus
}

SelfSubjectRulesReviewSpec { namespace: string }

SubjectRulesReviewStatus {
  evaluationError: string
  incomplete!: boolean
  nonResourceRules!: [NonResourceRule]
  resourceRules!: [ResourceRule]
}

NonResourceRule { nonResourceURLs: [string]; verbs!: [string] }

ResourceRule {
  apiGroups: [string]
  resourceNames: [string]
  resources: [string]
  verbs!: [string]
}

kind SubjectAccessReview {
  spec!: SubjectAccessReviewSpec
  status: SubjectAccessReviewStatus
}

kind LocalSubjectAccessReview {
  spec!: SubjectAccessReviewSpec
  status: SubjectAccessReviewStatus
}

SubjectAccessReviewSpec {
  extra: {[string]}
  groups: [string]
  nonResourceAttributes: *NonResourceAttributes
  resourceAttributes: *ResourceAttributes
  uid: string
  user: string
}
`;
