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
