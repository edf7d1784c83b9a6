/** The matchers, without a test runner: each says what it found. */
import type { Cluster } from '../cluster.ts';
import { toConverge, toEmitEvent, toReachStatus, toStayWithin } from './checks.ts';
import type { ClusterMatchers } from './types.ts';
import type { Verdict } from './verdict.ts';

/** Of a cluster, by name. */
export type Matchers = {
  readonly [K in keyof ClusterMatchers]: (
    cluster: Cluster,
    ...args: Parameters<ClusterMatchers[K]>
  ) => Promise<Verdict>;
};

export const matchers: Matchers = { toReachStatus, toEmitEvent, toStayWithin, toConverge };
