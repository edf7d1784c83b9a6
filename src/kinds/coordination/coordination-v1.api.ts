/** coordination/v1: leases. Notation: see src/schema/notation.ts. */
export const coordinationV1 = `
kind Lease { spec: LeaseSpec #2 }

LeaseSpec {
  acquireTime: *MicroTime #3
  holderIdentity: *string #1
  leaseDurationSeconds: *int32 #2
  leaseTransitions: *int32 #5
  preferredHolder: *string #7 since=1.31 gate=CoordinatedLeaderElection
  renewTime: *MicroTime #4
  strategy: *string #6 since=1.31 gate=CoordinatedLeaderElection
}
`;

/** v1beta1 and v1alpha2: who may lead. */
export const coordinationBeta = `
kind LeaseCandidate { spec: LeaseCandidateSpec #2 required@1.36- }

LeaseCandidateSpec {
  binaryVersion!: string #4
  emulationVersion: string #5
  leaseName!: string #1
  pingTime: *MicroTime #2
  renewTime: *MicroTime #3
  strategy: string #6 required until=1.32 gate=CoordinatedLeaderElection
  strategy: string #6 required since=1.33
}
`;
