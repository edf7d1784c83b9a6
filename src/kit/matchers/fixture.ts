/** What tests get, in every test runner. */
import type { Cluster } from '../cluster.ts';
import type { ClusterMatchers } from './types.ts';

/** `expect(cluster)`, and the same with `not`. */
export type ClusterExpectation = ClusterMatchers & { readonly not: ClusterMatchers };

/** `expect` of a test runner, as far as clusters go. */
export type ClusterExpect = (cluster: Cluster) => ClusterExpectation;

/** What a test gets: a cluster of its own. */
export interface ClusterFixture {
  readonly cluster: Cluster;
  readonly expect: ClusterExpect;
}

/** Declares a test that gets a cluster. The time-out is in ms of wall time. */
export interface ClusterTest {
  (name: string, body: (fixture: ClusterFixture) => Promise<void>, timeout?: number): void;
  /** Only tests that are declared so are run. */
  only: (name: string, body: (fixture: ClusterFixture) => Promise<void>, timeout?: number) => void;
  /** Declares a test that is not run. */
  skip: (name: string, body: (fixture: ClusterFixture) => Promise<void>, timeout?: number) => void;
}
