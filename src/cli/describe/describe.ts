/** Describes one object of the past, as `kubectl describe` does with a current one. */
import { event, type Kind } from '#kinds';
import { formatTime, type KubeObject } from '#values';
import type { Event } from '#types';
import { subjectOf } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { shown, theOne } from '../get/get.ts';
import { printData, printText } from '../output.ts';
import { objectsThen, type ObjectsThen } from '../past/objects.ts';
import type { PastCommandOptions } from '../past/options.ts';
import { styleFor } from '../style.ts';
import { descriptionText, type Described } from './text.ts';

export interface DescribeOptions extends PastCommandOptions {
  readonly namespace: string;
  readonly output: 'text' | 'json';
}

/** Kinds whose objects controllers make for others. */
const ownable = ['rs', 'jobs', 'pods', 'controllerrevisions', 'endpointslices', 'pvc'] as const;

/** Prints the description; resolves with the exit code. @throws {UsageError} */
export async function describe(text: string, options: DescribeOptions): Promise<number> {
  const { kind: kindName, name } = subjectOf(text);
  const then = await objectsThen(options);
  const kind = await then.kind(kindName);
  const namespace = kind.namespaced ? options.namespace : undefined;
  const [first] = await then.list({ kind, namespace, name });
  const object = theOne(kind, name, first, then.moment);
  const described: Described = {
    kind,
    object: shown(object),
    moment: then.moment,
    owned: await ownedBy(object, then),
    events: await eventsOf(kind, object, then),
  };
  if (options.output === 'json') {
    printData(`${JSON.stringify(asJson(described), undefined, 2)}\n`);
  } else {
    const style = styleFor(process.stdout, process.env);
    printText(`${descriptionText(described, style).join('\n')}\n`);
  }
  return exitCodes.ok;
}

/** Returns the objects that name it as their owner. */
async function ownedBy(
  { metadata: { uid, namespace } }: KubeObject,
  then: ObjectsThen,
): Promise<readonly KubeObject[]> {
  const found: KubeObject[] = [];
  for (const name of ownable) {
    const kind = await then.kind(name);
    const all = await then.list({ kind, namespace, name: undefined });
    found.push(
      ...all.filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid)),
    );
  }
  return found;
}

/** Returns the events about it, the oldest first. */
async function eventsOf(
  { kind }: Kind,
  { metadata: { uid, name, namespace } }: KubeObject,
  then: ObjectsThen,
): Promise<readonly Event[]> {
  const all = (await then.list({
    kind: event as unknown as Kind,
    namespace,
    name: undefined,
  })) as readonly Event[];
  // A kubelet knows the name of its node, and gives it for the uid.
  return all.filter(
    ({ involvedObject: about }) =>
      about.uid === uid || (kind === 'Node' && about.kind === 'Node' && about.uid === name),
  );
}

function asJson({ object, moment, owned, events }: Described): object {
  return {
    revision: moment.revision,
    time: formatTime(moment.time),
    object,
    owned: owned.map(({ apiVersion, kind, metadata: { namespace, name } }) => ({
      apiVersion,
      kind,
      namespace,
      name,
    })),
    events: events.map((each) => shown(each)),
  };
}
