/** authentication/v1: tokens. Notation: see src/schema/notation.ts. */
export const authenticationV1 = `
kind TokenRequest { spec!: TokenRequestSpec #2; status: TokenRequestStatus #3 }

TokenRequestSpec {
  audiences!: [string] #1
  boundObjectRef: *BoundObjectReference #3 written
  expirationSeconds: *int64 #4 written
}

BoundObjectReference { apiVersion: string #2; kind: string #1; name: string #3; uid: string #4 }
TokenRequestStatus { expirationTimestamp!: Time #2; token!: string #1 }
kind TokenReview { spec!: TokenReviewSpec #2; status: TokenReviewStatus #3 }
TokenReviewSpec { audiences: [string] #2; token: string #1 }

TokenReviewStatus {
  audiences: [string] #4
  authenticated: boolean #1
  error: string #3
  user: UserInfo #2
}

UserInfo { extra: {[string]} #4; groups: [string] #3; uid: string #2; username: string #1 }
`;
