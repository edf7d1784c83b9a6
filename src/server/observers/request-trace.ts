/** What is noted about a request while it is handled. */
import type { KubeObject } from '#values';

export interface RequestTrace {
  /** Of the object that it has written: the name may have been generated. */
  name?: string;
  /** Which write it was. */
  revision?: number;
  /** The faults that struck it: `storm: TooManyRequests`. */
  readonly faults: string[];
}

export function noteWritten(trace: RequestTrace | undefined, { metadata }: KubeObject): void {
  if (trace === undefined) return;
  trace.name = metadata.name;
  const revision = Number(metadata.resourceVersion);
  if (revision > 0) trace.revision = revision;
}
