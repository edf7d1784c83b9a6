/** Shows objects of the past, of a run or of a running server, as kubectl shows current ones. */
import { stringify } from 'yaml';
import { apiVersionOf, columnsBesideName, objectKey, type Kind } from '#kinds';
import { parseLabelSelector, type KubeObject, type Labels } from '#values';
import type { Moment } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { answerEach } from '../past/combinations.ts';
import { objectsThen } from '../past/objects.ts';
import type { PastCommandOptions } from '../past/options.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';
import { printData, printText } from '../output.ts';

export interface GetOptions extends PastCommandOptions {
  readonly namespace?: string;
  readonly allNamespaces?: boolean;
  /** Labels, as kubectl -l takes them. */
  readonly selector?: string;
  readonly output: 'table' | 'wide' | 'name' | 'yaml' | 'json';
}

/** What kubectl takes `all` for. */
const ALL = 'pods,rc,svc,ds,deploy,rs,sts,hpa,cj,jobs';

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
  const { namespace, allNamespaces, selector } = options;
  if (allNamespaces === true && namespace !== undefined) {
    throw new UsageError('expected --namespace or --all-namespaces, found both');
  }
  const kindNames = (kindName === 'all' ? ALL : kindName).split(',').filter((each) => each !== '');
  if (kindNames.length > 1 && name !== undefined) {
    throw new UsageError(`a name goes with one kind, found "${kindName}"`);
  }
  const matches = selectorFrom(selector);
  return answerEach(options, ['table', 'wide'], (each) =>
    show({ kindNames, name, namespace, matches }, each),
  );
}

interface Query {
  readonly kindNames: readonly string[];
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly matches: (labels: Labels | undefined) => boolean;
}

async function show(
  { kindNames, name, namespace, matches }: Query,
  options: GetOptions,
): Promise<number> {
  const then = await objectsThen(options);
  const found = await Promise.all(
    kindNames.map(async (kindName) => {
      const kind = await then.kind(kindName);
      const all = await then.list({ kind, namespace, name });
      const chosen = all.filter(({ metadata }) => matches(metadata.labels));
      const shown = name === undefined ? chosen : [theOne(kind, name, chosen[0], then.moment)];
      return { kind, found: shown, moment: then.moment };
    }),
  );
  print(found, name !== undefined, options);
  return exitCodes.ok;
}

/** @throws {UsageError} */
function selectorFrom(text = ''): (labels: Labels | undefined) => boolean {
  try {
    const selector = parseLabelSelector(text);
    return (labels) => selector.matches(labels);
  } catch (error) {
    throw new UsageError(`--selector: ${(error as Error).message}`);
  }
}

interface Listing {
  readonly kind: Kind;
  readonly found: readonly KubeObject[];
  readonly moment: Moment;
}

/** @throws {UsageError} when there was none */
export function theOne(
  kind: Kind,
  name: string,
  object: KubeObject | undefined,
  moment: Moment,
): KubeObject {
  if (object !== undefined) return object;
  const { key } = objectKey(kind, { name });
  throw new UsageError(`there was no ${kind.kind} ${key} then (revision ${moment.revision})`);
}

function print(all: readonly Listing[], single: boolean, { output }: GetOptions): void {
  if (output === 'name') {
    for (const { kind, found } of all) {
      printData(found.map(({ metadata }) => `${typeName(kind)}/${metadata.name}\n`).join(''));
    }
  } else if (output === 'table' || output === 'wide') {
    const shown = all.length === 1 ? all : all.filter(({ found }) => found.length > 0);
    const tables = shown.map((each) => `${tableOf(each, output === 'wide').join('\n')}\n`);
    printText(tables.length === 0 ? 'Nothing of these kinds then.\n' : tables.join('\n'));
  } else {
    const items = all.flatMap(({ found }) => found.map(shown));
    const document = single ? items[0] : listOf(all, items);
    printData(
      output === 'json' ? `${JSON.stringify(document, undefined, 2)}\n` : stringify(document, YAML),
    );
  }
}

/** As kubectl prints it: `pod`, `deployment.apps`. */
function typeName({ kind, group }: Kind): string {
  return group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}

/** Quotes texts that readers of older YAML would take for a time. */
export const YAML = { version: '1.1', aliasDuplicateObjects: false } as const;

/** As kubectl shows objects: without managed fields. */
export function shown(object: KubeObject): KubeObject {
  const metadata: Record<string, unknown> = { ...object.metadata };
  delete metadata.managedFields;
  return { ...object, metadata } as unknown as KubeObject;
}

/** Returns a list of the kind, or of several kinds a `List`. */
function listOf(all: readonly Listing[], items: readonly KubeObject[]): object {
  const [{ kind, moment }] = all as [Listing];
  const isOne = all.length === 1;
  return {
    apiVersion: isOne ? apiVersionOf(kind) : 'v1',
    kind: isOne ? `${kind.kind}List` : 'List',
    metadata: { resourceVersion: String(moment.revision) },
    items,
  };
}

function tableOf({ kind, found: objects, moment: { time } }: Listing, wide: boolean): string[] {
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
