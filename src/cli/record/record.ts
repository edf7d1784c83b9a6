/** `orrery record`: what happens in a cluster elsewhere, read and kept. */
import { machineTime, Random, WallClock } from '#clock';
import { KindRegistry, withDefined } from '#catalog';
import { customResourceDefinition } from '#custom';
import {
  apiVersionOf,
  bucketOf,
  lease,
  releaseName,
  resourceOf,
  secret,
  type Kind,
  type Profile,
} from '#kinds';
import { RemoteClients } from '#remote';
import {
  ControllerManager,
  messageOf,
  type Client,
  type ControllerContext,
  type ControllerDefinition,
} from '#runtime';
import { ApiError } from '#values';
import { exitCodes } from '../exit-codes.ts';
import { keptBytes } from '../history-size.ts';
import { serverFrom, type ServerOptions } from '../kubeconfig.ts';
import { printError, printText } from '../output.ts';
import { checkWritable } from '../output-file.ts';
import { saveRecord } from '../past/save.ts';
import { askedRelease } from '../release.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { releaseOf } from '../server-release.ts';
import { stopOnSignal } from '../signals.ts';
import { spanOf } from '../span.ts';
import { CopiedPast } from './copied-past.ts';

export interface RecordOptions extends ServerOptions, ReleaseOptions {
  readonly output: string;
  readonly for?: string;
  readonly secrets?: boolean;
  readonly history?: number;
}

/**
 * Records until a signal, or the end of the time; resolves with the exit code. Nothing but reads is sent.
 * @throws {UsageError} for options that make no sense, and where the record cannot be written
 * @throws {ApiError} when the server cannot be asked what it serves
 */
export async function recordCluster(options: RecordOptions): Promise<number> {
  const connection = serverFrom(options, process.env);
  const duration = spanOf('--for', options.for, 0);
  await checkWritable('record', options.output);
  const profile = askedRelease(options) ?? (await releaseOf(connection));
  const clients = new RemoteClients(connection, profile);
  const clock = new WallClock({ start: machineTime() });
  const client = clients.as({ actor: 'orrery-record' });
  const { kinds, leftOut } = await readable(client, profile, options.secrets === true);
  const copied = new CopiedPast(clock, keptBytes(options.history));
  const manager = new ControllerManager({
    ...{ clock, clients, profile, random: new Random(0), actor: 'orrery-record' },
    onError: (_, resource, error) => printError(`${resource}: ${messageOf(error)}\n`),
  });
  const stop = stopOnSignal();
  const ended = clock.run(stop.signal);
  const full = (): void => {
    if (copied.isFull) stop.abort();
  };
  await Promise.race([manager.start([recorder(kinds, copied, full)]), ended]);
  copied.begin();
  if (duration !== undefined)
    clock.after(duration, () => stop.abort(), { name: 'end of the record' });
  printText(beginningText(copied, kinds, leftOut, connection.url));
  await ended;
  manager.stop();
  clients.close();
  const { startMs } = copied;
  const span = { startMs, endMs: Math.max(clock.now(), startMs) };
  const head = { scenario: `orrery record ${connection.url}`, seed: 0, ...span };
  await saveRecord(options.output, {
    head: { ...head, kubernetes: releaseName(profile) },
    ...{ files: [], past: copied.past(), steps: [], checks: [] },
  });
  printText(endText(copied, options.output));
  return exitCodes.ok;
}

interface Readable {
  readonly kinds: readonly Kind[];
  /** What is not recorded, with the reason. */
  readonly leftOut: readonly string[];
}

/** Returns the kinds that the server serves and that may be read: in the form in which they are kept here. */
async function readable(client: Client, profile: Profile, withSecrets: boolean): Promise<Readable> {
  const { resources } = await client.discover();
  const served = new Set(
    resources
      .filter(({ verbs }) => verbs.includes('list') && verbs.includes('watch'))
      .map(({ group, version, plural }) => `${group}/${version}/${plural}`),
  );
  const { items } = await client.list(customResourceDefinition);
  const skipped = new Set([bucketOf(lease), ...(withSecrets ? [] : [bucketOf(secret)])]);
  const all = withDefined(new KindRegistry(profile), items).stored.filter(
    (kind) =>
      served.has(`${kind.group}/${kind.version}/${kind.plural}`) && !skipped.has(bucketOf(kind)),
  );
  const leftOut: string[] = withSecrets ? [] : ['secrets (--secrets records them)'];
  const kinds: Kind[] = [];
  for (const kind of all) {
    const refusal = await refusalOf(client, kind);
    if (refusal === undefined) kinds.push(kind);
    else leftOut.push(`${resourceOf(kind)} (${refusal})`);
  }
  return { kinds, leftOut };
}

/** Resolves with why a kind may not be read. */
async function refusalOf(client: Client, kind: Kind): Promise<string | undefined> {
  try {
    await client.list(kind, { limit: 1 });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.reason;
    throw error;
  }
}

/** Passes on what informers see. */
function recorder(
  kinds: readonly Kind[],
  copied: CopiedPast,
  added: () => void,
): ControllerDefinition {
  const follow = (context: ControllerContext, kind: Kind): void => {
    const bucket = bucketOf(kind);
    const typed = { apiVersion: apiVersionOf(kind), kind: kind.kind };
    const add = (report: Omit<Parameters<CopiedPast['add']>[0], 'bucket'>): void => {
      copied.add({ ...report, bucket, object: { ...typed, ...report.object } });
      added();
    };
    context.informer(kind).addHandlers({
      added: (object) => add({ object }),
      updated: (object, previous) => add({ object, previous }),
      deleted: (object) => add({ object, previous: object, isGone: true }),
    });
  };
  return {
    name: 'record',
    actor: 'orrery-record',
    start: (context) => {
      for (const kind of kinds) follow(context, kind);
    },
  };
}

function beginningText(
  { objects }: CopiedPast,
  kinds: readonly Kind[],
  leftOut: readonly string[],
  url: string,
): string {
  const without = leftOut.length === 0 ? '' : `Not recorded: ${leftOut.join(', ')}.\n`;
  return `Recording ${url}: ${objects} objects of ${kinds.length} types. Stop with Ctrl-C.\n${without}`;
}

function endText({ changes, isFull }: CopiedPast, file: string): string {
  const full = isFull ? ' It ended because it was full (--history).' : '';
  return `${file} is written: ${changes} changes.${full} Next: orrery open ${file}, or orrery get pods --run ${file} --at 30s\n`;
}
