/** certificates.k8s.io/v1: requests for certificates. Notation: see src/schema/notation.ts. */
const requests = `
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
  usages: [string(any|'cert sign'|'client auth'|'code signing'|'content commitment'|'crl sign'|'data encipherment'|'decipher only'|'digital signature'|'email protection'|'encipher only'|'ipsec end system'|'ipsec tunnel'|'ipsec user'|'key agreement'|'key encipherment'|'microsoft sgc'|'netscape sgc'|'ocsp signing'|'s/mime'|'server auth'|signing|timestamping)] #5 atomic
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

const podRequests = `
kind PodCertificateRequest {
  spec!: PodCertificateRequestSpec #2
  status: PodCertificateRequestStatus #3
}

PodCertificateRequestStatus {
  beginRefreshAt: *Time #5
  certificateChain: string #2
  conditions: [Condition] #1 merge=type map=type
  notAfter: *Time #6
  notBefore: *Time #4
}
`;

const podRequestSpec = `
PodCertificateRequestSpec {
  maxExpirationSeconds: *int32 #8 = 86400
  nodeName!: string #6
  nodeUID!: string #7
  pkixPublicKey: bytes #9 until=1.36
  podName!: string #2
  podUID!: string #3
  proofOfPossession: bytes #10 until=1.36
  serviceAccountName!: string #4
  serviceAccountUID!: string #5
  signerName!: string #1
  stubPKCS10Request!: bytes #12
  unverifiedUserAnnotations: {string} #11
}
`;

/** Until 1.35 there are the key and its proof alone. */
const podRequestSpecBeta = `
PodCertificateRequestSpec {
  maxExpirationSeconds: *int32 #8 = 86400
  nodeName!: string #6
  nodeUID!: string #7
  pkixPublicKey: bytes #9 required@-1.35
  podName!: string #2
  podUID!: string #3
  proofOfPossession: bytes #10 required@-1.35
  serviceAccountName!: string #4
  serviceAccountUID!: string #5
  signerName!: string #1
  stubPKCS10Request!: bytes #12 since=1.36
  unverifiedUserAnnotations: {string} #11 since=1.35
}
`;

/** Of v1beta1 and v1alpha1, too. */
const bundles = `
kind ClusterTrustBundle { spec!: ClusterTrustBundleSpec #2 }

ClusterTrustBundleSpec { signerName: string #1; trustBundle!: string #2 }
`;

export const certificatesV1: readonly string[] = [requests, podRequests, podRequestSpec, bundles];

/** The versions before v1. */
export const certificatesBeta: readonly string[] = [podRequests, podRequestSpecBeta, bundles];
