/** Shows objects of the past, of a run or of a running server, as kubectl shows current ones. */
import { stringify } from 'yaml';
import {
  apiVersionOf,
  columnsBesideName,
  customResourceDefinition,
  featureGates,
  objectKey,
  withDefined,
  type CustomResourceDefinition,
  type Kind,
  type KubeObject,
} from '#kinds';
import { kindNamed, momentOf, type Moment } from '#record';
import { PastCluster } from '#runtime';
import { exitCodes } from '../exit-codes.ts';
import { kindsIn } from '../past/kinds.ts';
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
  const asked: Asked = { kindName, namespace: options.namespace, name };
  const { run } = options;
  const { kind, found, moment } =
    run === undefined ? await liveObjects(asked, options) : await runObjects(run, asked, options);
  const shown = name === undefined ? found : [one(kind, name, found[0], moment)];
  print(kind, shown, name !== undefined, moment, options);
  return exitCodes.ok;
}

/** What is to be shown; the past says what kind it is. */
interface Asked extends Omit<Wanted, 'kind'> {
  readonly kindName: string;
}

interface Found {
  readonly kind: Kind;
  readonly found: readonly KubeObject[];
  readonly moment: Moment;
}

async function liveObjects({ kindName, ...which }: Asked, options: GetOptions): Promise<Found> {
  const past = new LivePast(options);
  const moment = await past.moment(options.at);
  const kind = registry.byName(kindName) ?? (await declaredKind(kindName, past, moment.revision));
  return { kind, found: await past.list({ ...which, kind }, moment.revision), moment };
}

async function declaredKind(name: string, past: LivePast, revision: number): Promise<Kind> {
  const all = {
    kind: customResourceDefinition as unknown as Kind,
    namespace: undefined,
    name: undefined,
  };
  const definitions = await past.list(all, revision);
  return kindNamed(name, withDefined(registry, definitions as readonly CustomResourceDefinition[]));
}

async function runObjects(
  run: string,
  { kindName, namespace, name }: Asked,
  { seed, set, allowOutside, at }: GetOptions,
): Promise<Found> {
  const { head, past } = await openPast({ run, seed, set, allowOutside });
  const kind = kindNamed(kindName, kindsIn(past));
  const moment = momentOf(at, past, head);
  const { revision, time: now } = moment;
  const cluster = new PastCluster(past, { revision, now }, featureGates(head.features));
  if (name === undefined) return { kind, found: cluster.list(kind, namespace), moment };
  const object = cluster.get(kind, { namespace, name });
  return { kind, found: object === undefined ? [] : [object], moment };
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
