/** The codes of gRPC that etcd answers and that matter here. */
export const codes = {
  deadlineExceeded: 4,
  notFound: 5,
  outOfRange: 11,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** A call of etcd failed: by its own answer, or on the way. */
export class EtcdError extends Error {
  override readonly name = 'EtcdError';
  /** That of gRPC. */
  readonly code: number;
  /** Whether the call may have been carried out all the same. */
  readonly isUncertain: boolean;

  constructor(code: number, message: string, isUncertain = false) {
    super(message);
    this.code = code;
    this.isUncertain = isUncertain;
  }
}

/** The revision that was asked for is compacted. */
export function isCompacted(error: unknown): boolean {
  return error instanceof EtcdError && error.message.includes('has been compacted');
}
