/** authentication/v1: tokens. Notation: see src/schema/notation.ts. */
const others = `
kind TokenRequest {
  spec: TokenRequestSpec #2 written required@-1.35
  status: TokenRequestStatus #3
}

TokenRequestSpec {
  attestations: {[string]} #5 since=1.37
  audiences: [string] #1 written required@-1.35
  boundObjectRef: *BoundObjectReference #3 written
  expirationSeconds: *int64 #4 written
}

BoundObjectReference { apiVersion: string #2; kind: string #1; name: string #3; uid: string #4 }
TokenRequestStatus {
  expirationTimestamp: Time #2 written required@-1.35
  token: string #1 written required@-1.35
}
kind TokenReview { spec!: TokenReviewSpec #2; status: TokenReviewStatus #3 }
TokenReviewSpec { audiences: [string] #2; token: string #1 required@1.36- }

TokenReviewStatus {
  audiences: [string] #4
  authenticated: boolean #1
  error: string #3
  user: UserInfo #2
}

UserInfo { extra: {[string]} #4; groups: [string] #3; uid: string #2; username: string #1 }
`;

const self = `
kind SelfSubjectReview { status: SelfSubjectReviewStatus #2 }

SelfSubjectReviewStatus { userInfo: UserInfo #1 }
`;

export const authenticationV1: readonly string[] = [others, self];

/** The versions before v1: only what tells users who they are. */
export const authenticationBeta: string = self;
