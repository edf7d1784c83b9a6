/** certificates.k8s.io/v1: requests for certificates. Notation: see parse.ts. */
export const certificatesV1 = `
kind CertificateSigningRequest {
  spec!: CertificateSigningRequestSpec
  status: CertificateSigningRequestStatus
}

CertificateSigningRequestSpec {
  expirationSeconds: *int32
  extra: {[string]}
  groups: [string] atomic
  request!: bytes empty
  signerName!: string
  uid: string
  usages: [string] atomic
  username: string
}

CertificateSigningRequestStatus {
  certificate: bytes
  conditions: [CertificateSigningRequestCondition] map=type
}

CertificateSigningRequestCondition {
  lastTransitionTime: Time
  lastUpdateTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}
`;
