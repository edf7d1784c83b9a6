/** Shows objects of the past, of a run or of a running server, as kubectl shows current ones. */
import { stringify } from 'yaml';
import {
  apiVersionOf,
  columnsBesideName,
  featureGates,
  objectKey,
  type Kind,
  type KubeObject,
} from '#kinds';
import { kindNamed, momentOf, type Moment } from '#record';
import { PastCluster } from '#runtime';
import { exitCodes } from '../exit-codes.ts';
import { LivePast, type Wanted } from '../past/live.ts';
import { openPast, registry } from '../past/open.ts';
import type { PastCommandOptions } from '../past/options.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { printData, printText } from '../output.ts';

export interface GetOptions extends PastCommandOptions {
  readonly namespace?: string;
  readonly output: 'table' | 'wide' | 'yaml' | 'json';
}

/** Prints the objects; resolves with the exit code. @throws {UsageError} */
export async function get(
  kindText: string,
  nameText: string | undefined,
  options: GetOptions,
): Promise<number> {
  const [kindName = '', name = nameText, ...more] = kindText.split('/');
  if (more.length > 0 || (kindText.includes('/') && nameText !== undefined)) {
    throw new UsageError(`expected KIND, KIND NAME or KIND/NAME, found "${kindText}"`);
  }
  const wanted: Wanted = {
    kind: kindNamed(kindName, registry),
    namespace: options.namespace,
    name,
  };
  const { run } = options;
  const { found, moment } =
    run === undefined ? await liveObjects(wanted, options) : await runObjects(run, wanted, options);
  const shown = name === undefined ? found : [one(wanted.kind, name, found[0], moment)];
  print(wanted.kind, shown, name !== undefined, moment, options);
  return exitCodes.ok;
}

interface Found {
  readonly found: readonly KubeObject[];
  readonly moment: Moment;
}

async function liveObjects(wanted: Wanted, options: GetOptions): Promise<Found> {
  const past = new LivePast(options);
  const moment = await past.moment(options.at);
  return { found: await past.list(wanted, moment.revision), moment };
}

async function runObjects(
  run: string,
  { kind, namespace, name }: Wanted,
  { seed, set, allowOutside, at }: GetOptions,
): Promise<Found> {
  const { head, past } = await openPast({ run, seed, set, allowOutside });
  const moment = momentOf(at, past, head);
  const { revision, time: now } = moment;
  const cluster = new PastCluster(past, { revision, now }, featureGates(head.features));
  if (name === undefined) return { found: cluster.list(kind, namespace), moment };
  const object = cluster.get(kind, { namespace, name });
  return { found: object === undefined ? [] : [object], moment };
}

function one(kind: Kind, name: string, object: KubeObject | undefined, moment: Moment): KubeObject {
  if (object !== undefined) return object;
  const { key } = objectKey(kind, { name });
  throw new UsageError(`there was no ${kind.kind} ${key} then (revision ${moment.revision})`);
}

function print(
  kind: Kind,
  objects: readonly KubeObject[],
  single: boolean,
  moment: Moment,
  { output }: GetOptions,
): void {
  if (output === 'table' || output === 'wide') {
    const lines = tableOf(kind, objects, moment, output === 'wide');
    printText(`${lines.join('\n')}\n`);
    return;
  }
  const items = objects.map(shown);
  const document = single ? items[0] : listOf(kind, items, moment);
  printData(
    output === 'json' ? `${JSON.stringify(document, undefined, 2)}\n` : stringify(document, YAML),
  );
}

/** Quotes texts that readers of older YAML would take for a time. */
const YAML = { version: '1.1', aliasDuplicateObjects: false } as const;

/** As kubectl shows objects: without managed fields. */
function shown(object: KubeObject): KubeObject {
  const metadata: Record<string, unknown> = { ...object.metadata };
  delete metadata.managedFields;
  return { ...object, metadata } as unknown as KubeObject;
}

function listOf(kind: Kind, items: readonly KubeObject[], { revision }: Moment): object {
  return {
    apiVersion: apiVersionOf(kind),
    kind: `${kind.kind}List`,
    metadata: { resourceVersion: String(revision) },
    items,
  };
}

function tableOf(
  kind: Kind,
  objects: readonly KubeObject[],
  { time }: Moment,
  wide: boolean,
): string[] {
  if (objects.length === 0) return [`No ${kind.plural} then.`];
  const columns = columnsBesideName(kind).filter(({ priority }) => wide || priority === 0);
  const spaces = kind.namespaced ? ['NAMESPACE'] : [];
  const header = [...spaces, 'NAME', ...columns.map(({ name }) => name.toUpperCase())];
  const rows = objects.map((object) => [
    ...(kind.namespaced ? [object.metadata.namespace ?? ''] : []),
    object.metadata.name,
    ...columns.map(({ cell }) => String(cell(object, time))),
  ]);
  const [first, ...rest] = table(header, rows);
  return [styleFor(process.stdout, process.env).bold(first!), ...rest];
}
