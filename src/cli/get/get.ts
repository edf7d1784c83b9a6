/** Shows objects of the past, as kubectl shows those of the present. */
import { stringify } from 'yaml';
import { apiVersionOf, featureGates, type Kind, type KubeObject } from '#kinds';
import { History, keyOf } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { momentOf, type Moment } from '../past/moment.ts';
import { openPast } from '../past/open.ts';
import type { PastCommandOptions } from '../past/options.ts';
import { kindNamed } from '../past/subject.ts';
import { styleFor } from '../style.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

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
  const kind = kindNamed(kindName);
  const { head, changes } = await openPast(options);
  const history = new History(changes);
  const moment = momentOf(options.at, history, head);
  const past = history.view(moment.revision, moment.time, featureGates(head.features));
  const found =
    name === undefined
      ? past.list(kind, options.namespace)
      : [one(kind, name, past.get(kind, { namespace: options.namespace, name }), moment)];
  print(kind, found, name !== undefined, moment, options);
  return exitCodes.ok;
}

function one(kind: Kind, name: string, object: KubeObject | undefined, moment: Moment): KubeObject {
  if (object !== undefined) return object;
  const { key } = keyOf(kind, { name });
  throw new UsageError(`there was no ${kind.kind} ${key} then (revision ${moment.revision})`);
}

function print(
  kind: Kind,
  objects: readonly KubeObject[],
  single: boolean,
  moment: Moment,
  { output }: GetOptions,
): void {
  const write = (text: string): void => void process.stdout.write(text);
  if (output === 'table' || output === 'wide') {
    const lines = tableOf(kind, objects, moment, output === 'wide');
    write(`${lines.join('\n')}\n`);
    return;
  }
  const items = objects.map(shown);
  const document = single ? items[0] : listOf(kind, items, moment);
  write(
    output === 'json' ? `${JSON.stringify(document, undefined, 2)}\n` : stringify(document, YAML),
  );
}

/** Quotes what readers of older YAML would take for a time. */
const YAML = { version: '1.1', aliasDuplicateObjects: false } as const;

/** As kubectl shows objects: without the bookkeeping of who owns which field. */
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
  const columns = kind.columns.filter(({ priority }) => wide || priority === 0);
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
