/** By which of its reads a client is graded, and why it cannot be. */
import type { SeenRequest } from '#kit';
import type { Stage } from './play/stage.ts';

/** The client cannot be graded: it did not start, or asked for nothing. */
export class ProbeError extends Error {
  override readonly name = 'ProbeError';
}

/** One for each resource. @throws {ProbeError} when the client does not read what is wanted */
export function candidates(
  reads: readonly SeenRequest[],
  expected?: string,
): readonly SeenRequest[] {
  const byResource = new Map<string, SeenRequest>();
  for (const read of reads.filter(({ verb }) => expected !== undefined || verb === 'watch')) {
    if (!byResource.has(read.resource)) byResource.set(read.resource, read);
  }
  if (expected === undefined) return byResource.size > 0 ? [...byResource.values()] : [reads[0]!];
  const found = reads.find(({ resource }) => isNamed(resource, expected));
  if (found !== undefined) return [found];
  const names = [...byResource.keys()].join(', ');
  throw new ProbeError(`the client does not read "${expected}"; it reads ${names}`);
}

/** Returns whether what is wanted is among the reads; nothing in particular is, too. */
export function isRead(reads: readonly SeenRequest[], expected?: string): boolean {
  return expected === undefined || reads.some(({ resource }) => isNamed(resource, expected));
}

/** By its whole name, or by its plural. */
function isNamed(resource: string, expected: string): boolean {
  return resource === expected || resource.split('.')[0] === expected;
}

/** Returns why there is nothing to grade: how far the client came, and what it said. */
export function problemOf({ client, requests }: Pick<Stage, 'client' | 'requests'>): string {
  const ending = client?.ending;
  const output = (client?.output ?? '').trim();
  const outputText = output === '' ? '' : `\nIts output ends with:\n${output}`;
  if (ending?.error !== undefined) return `the client cannot be started: ${ending.error}`;
  if (ending !== undefined) {
    const how = ending.code === null ? `signal ${ending.signal}` : `exit status ${ending.code}`;
    return `the client ended with ${how} before it listed or watched anything${outputText}`;
  }
  const countText = requests.length === 0 ? 'no request came' : `${requests.length} requests came`;
  return `the client listed or watched nothing (${countText}); it gets the cluster in KUBECONFIG${outputText}`;
}
