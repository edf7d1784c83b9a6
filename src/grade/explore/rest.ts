import { CheckFailedError, type Cluster } from '#kit';

/** Lets virtual time pass. Resolves with whether nothing but heartbeats was written. */
export async function isAtRest(cluster: Cluster, span: string): Promise<boolean> {
  try {
    await cluster.converge({ quiet: span, within: span });
    return true;
  } catch (error) {
    if (error instanceof CheckFailedError) return false;
    throw error;
  }
}
