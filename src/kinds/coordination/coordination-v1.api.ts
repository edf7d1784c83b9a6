/** coordination/v1: leases. Notation: see parse.ts. */
export const coordinationV1 = `
kind Lease { spec: LeaseSpec }

LeaseSpec {
  acquireTime: *MicroTime
  holderIdentity: *string
  leaseDurationSeconds: *int32
  leaseTransitions: *int32
  renewTime: *MicroTime
}
`;
