/** certificates.k8s.io/v1: requests for certificates. Notation: see src/schema/notation.ts. */
export const certificatesV1 = `
kind CertificateSigningRequest {
  spec!: CertificateSigningRequestSpec #2
  status: CertificateSigningRequestStatus #3
}

CertificateSigningRequestSpec {
  expirationSeconds: *int32 #8
  extra: {[string]} #6
  groups: [string] #4 atomic
  request!: bytes #1 empty
  signerName!: string #7
  uid: string #3
  usages: [string] #5 atomic
  username: string #2
}

CertificateSigningRequestStatus {
  certificate: bytes #2
  conditions: [CertificateSigningRequestCondition] #1 map=type
}

CertificateSigningRequestCondition {
  lastTransitionTime: Time #5
  lastUpdateTime: Time #4
  message: string #3
  reason: string #2
  status!: string #6
  type!: string #1
}
`;
