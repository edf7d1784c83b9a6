/** authentication/v1: tokens. Notation: see parse.ts. */
export const authenticationV1 = `
kind TokenRequest { spec!: TokenRequestSpec; status: TokenRequestStatus }

TokenRequestSpec {
  audiences!: [string]
  boundObjectRef: *BoundObjectReference written
  expirationSeconds: *int64 written
}

BoundObjectReference { apiVersion: string; kind: string; name: string; uid: string }
TokenRequestStatus { expirationTimestamp!: Time; token!: string }
kind TokenReview { spec!: TokenReviewSpec; status: TokenReviewStatus }
TokenReviewSpec { audiences: [string]; token: string }

TokenReviewStatus {
  audiences: [string]
  authenticated: boolean
  error: string
  user: UserInfo
}

UserInfo { extra: {[string]}; groups: [string]; uid: string; username: string }
`;
