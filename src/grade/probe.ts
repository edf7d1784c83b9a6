/** The first run, which nothing disturbs: what the client reads and writes. */
import { machineWall } from '#clock';
import { ApiError } from '#values';
import { CheckFailedError, type SeenRequest } from '#kit';
import type { Expectations } from './play/player.ts';
import { isApply, isCreation, matches } from './requests/pattern.ts';
import { Samples } from './play/samples.ts';
import { Stage, type StageOptions } from './play/stage.ts';
import { sleep, waitUntil } from './play/wait.ts';
import { candidates, isRead, ProbeError, problemOf } from './reads.ts';
import type { Subject } from './subject.ts';

/** How long a client may take until its first list or watch, ms. */
const startMs = 60_000;
/** It has begun when it has read what is wanted, computes nothing and has asked for nothing this long, ms... */
const quietMs = 1_000;
/** ...or after this long, ms. */
const mostMs = 10_000;

export interface ProbeOptions extends Expectations {
  /** What the client reads. Default: what it watches first. */
  readonly resource?: string;
}

/** @throws {ProbeError} also for a condition that cannot be read */
export async function probe(
  options: StageOptions,
  { resource, patience, ready, goal }: ProbeOptions,
): Promise<Subject> {
  const stage = await Stage.set(options);
  try {
    await checkCondition(stage, '--ready', ready);
    await checkCondition(stage, '--goal', goal);
    stage.startClient();
    const reads = (): readonly SeenRequest[] =>
      stage.requests.filter(({ verb, code }) => ['list', 'watch'].includes(verb) && code === 200);
    const hasEnded = (): boolean => stage.client?.ending !== undefined;
    await waitUntil(() => reads().length > 0 || hasEnded(), startMs * patience);
    const [first] = reads();
    if (first === undefined) throw new ProbeError(problemOf(stage));
    const hasBegun = (): boolean =>
      isRead(reads(), resource) &&
      idleMs(stage) > quietMs &&
      stage.client?.look().isWorking !== true;
    await waitUntil(() => hasBegun() || hasEnded(), mostMs * patience);
    await sleep(100);
    return await subjectOf(stage, reads(), resource);
  } finally {
    await stage.end();
  }
}

/** A condition that is wrong is not one that does not hold. */
async function checkCondition(
  { cluster }: Stage,
  option: string,
  condition: Expectations['goal'],
): Promise<void> {
  if (condition === undefined) return;
  try {
    await cluster.step({ expect: condition });
  } catch (error) {
    if (error instanceof CheckFailedError) return;
    throw new ProbeError(`${option}: ${(error as Error).message}`);
  }
}

function idleMs({ requests, startedMs }: Stage): number {
  const lastMs = requests.at(-1)?.beganMs ?? startedMs;
  return machineWall.now() - lastMs;
}

/**
 * Returns what the client is graded by: the first that it watches and of which objects can be made,
 * or what is wanted.
 */
async function subjectOf(
  stage: Stage,
  reads: readonly SeenRequest[],
  expected?: string,
): Promise<Subject> {
  let problem = '';
  for (const read of candidates(reads, expected)) {
    const subject = await described(stage, reads, read);
    try {
      await new Samples(stage.cluster, subject).add(1);
      return subject;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problem += `\nNo ${subject.kind} can be made: ${error.message}`;
    }
  }
  const advice = 'give objects in --setup, or name what to grade by with --resource';
  throw new ProbeError(
    `the client watches nothing of which objects can be made: ${advice}${problem}`,
  );
}

async function described(
  stage: Stage,
  reads: readonly SeenRequest[],
  found: SeenRequest,
): Promise<Subject> {
  const { resource } = found;
  const [, ...group] = resource.split('.');
  const kind = stage.cluster.kind(resource);
  const definitions = await stage.cluster.list('CustomResourceDefinition');
  const own = reads.filter((each) => each.resource === resource);
  const namespace = own.find((each) => each.namespace !== '')?.namespace ?? 'default';
  const writes = stage.requests.filter((each) =>
    matches(each, { verb: ['write'] }, { resource, made: '' }),
  );
  const lease = leaseIn(stage.requests);
  const creations = writes.filter((each) => isCreation(each, { resource, made: '' }));
  return {
    resource,
    apiVersion: group.length === 0 ? found.version : `${group.join('.')}/${found.version}`,
    kind: kind.kind,
    namespace: kind.namespaced ? namespace : '',
    isCustom: definitions.some(({ metadata }) => metadata.name === resource),
    reads: [...new Set(reads.map((each) => each.resource))],
    writes: [...new Set(writes.map((each) => each.resource))],
    applies: writes.some(isApply),
    ...(lease !== undefined && { lease }),
    made: creations[0]?.resource ?? '',
    creates: creations.length,
  };
}

/** Returns the lease that the client has written. Whoever renews one names it. */
function leaseIn(requests: readonly SeenRequest[]): Subject['lease'] {
  const found = requests.find(
    ({ resource, verb, name }) =>
      resource === 'leases.coordination.k8s.io' &&
      ['update', 'patch'].includes(verb) &&
      name !== '',
  );
  return found === undefined ? undefined : { name: found.name, namespace: found.namespace };
}
