/** Plays scenarios by the same engine in Node. */
// eslint-disable-next-line no-restricted-imports -- a digest, not randomness
import { createHash } from 'node:crypto';
import { Session } from '../../ui/engine/session.ts';
import type { Job } from './jobs.ts';

/** The digests of the runs' records, as in a browser. */
export async function digestsInNode(jobs: readonly Job[]): Promise<ReadonlyMap<string, string>> {
  const session = new Session();
  const digests = new Map<string, string>();
  for (const { name, files } of jobs) {
    const { id } = await session.play({ files });
    digests.set(name, createHash('sha256').update(session.record(id)).digest('hex'));
  }
  return digests;
}
