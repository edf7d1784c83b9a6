/** Which pods a rule is about. */
import { fields, isMap, mapForm, optionals, scalar, type Form, type ValueOf } from '#forms';
import { controllerOf, starMatcher } from '#values';
import type { Container, Pod } from '#types';

type Labels = Readonly<Record<string, string>>;

/** What a rule is about. */
export interface Matcher {
  /** Whether it is about a pod on a node with these labels. */
  pod(pod: Pod, nodeLabels: Labels): boolean;
  /** Which containers of it, or init containers, have to be there. */
  container(container: Container): boolean;
}

type PodTest = Matcher['pod'];

function glob(doc = '* stands for any characters.'): Form<string> {
  return scalar({
    schema: { type: 'string', description: doc },
    expected: 'text',
    parse: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
    isBrief: true,
  });
}

function labels(doc = 'Labels of the pod.'): Form<Labels> {
  return scalar({
    schema: { type: 'object', description: doc, additionalProperties: { type: 'string' } },
    expected: 'a map of labels, such as { app: web }',
    parse: (value) => (isLabels(value) ? value : undefined),
    isBrief: true,
  });
}

const written = fields(
  optionals({
    namespace: glob(),
    image: glob(),
    kind: glob('Kind of the owning workload, or Pod.'),
    name: glob('Name of the owning workload; * stands for any characters.'),
    container: glob('Name of a container; * stands for any characters.'),
    command: glob('Command and arguments of a container, with blanks between them.'),
    labels: labels(),
    selector: labels(),
    node: labels('Labels of the node.'),
  }),
  {
    doc: 'Which pods; what is absent matches all.',
    called: 'which pods a rule is about',
  },
);

/**
 * The form of `match`: namespace, image, and kind and name of the owning workload, name and command
 * line of a container, with `*` for any characters; labels (or selector) of the pod and those of its
 * node. What is absent matches all.
 */
export const matchForm: Form<Matcher> = mapForm(written, matchOf);

export function matchOf(match: ValueOf<typeof written>): Matcher {
  const { container, command } = match;
  const pods = podTests(match);
  const isNamed = container === undefined ? undefined : starMatcher(container);
  const isCommand = command === undefined ? undefined : starMatcher(command);
  return {
    pod: (pod, nodeLabels) => pods.every((test) => test(pod, nodeLabels)),
    container: ({ name, command = [], args = [] }) =>
      (isNamed?.(name) ?? true) && (isCommand?.([...command, ...args].join(' ')) ?? true),
  };
}

function podTests(match: ValueOf<typeof written>): readonly PodTest[] {
  const tests: PodTest[] = [];
  const { namespace, image, kind, name, node } = match;
  if (namespace !== undefined) {
    const fits = starMatcher(namespace);
    tests.push(({ metadata }) => fits(metadata.namespace ?? ''));
  }
  if (image !== undefined) {
    const fits = starMatcher(image);
    tests.push(({ spec }) => spec.containers.some((each) => fits(each.image ?? '')));
  }
  if (kind !== undefined) {
    const required = kind.toLowerCase();
    tests.push((pod) => ownersOf(pod).some((owner) => owner.kind.toLowerCase() === required));
  }
  if (name !== undefined) {
    const fits = starMatcher(name);
    tests.push((pod) => ownersOf(pod).some((owner) => fits(owner.name)));
  }
  for (const required of [match.labels, match.selector]) {
    if (required !== undefined) tests.push(({ metadata }) => hasLabels(metadata.labels, required));
  }
  if (node !== undefined) tests.push((_, nodeLabels) => hasLabels(nodeLabels, node));
  return tests;
}

function hasLabels(found: Labels = {}, required: Labels): boolean {
  return Object.entries(required).every(([key, each]) => found[key] === each);
}

interface Workload {
  readonly kind: string;
  readonly name: string;
}

/** A Job that a CronJob has made ends in the minutes since 1970. */
const SCHEDULED = /^(.+)-\d{8}$/;

/**
 * Returns the pod itself, its controller, and the controller of that as far as names tell: a
 * Deployment's ReplicaSets carry the hash that their pods have as a label, a CronJob's Jobs the
 * minute.
 */
function ownersOf(pod: Pod): readonly Workload[] {
  const { name, labels } = pod.metadata;
  const controller = controllerOf(pod);
  if (controller === undefined) return [{ kind: 'Pod', name }];
  const owners: Workload[] = [controller];
  const hash = labels?.['pod-template-hash'];
  if (controller.kind === 'ReplicaSet' && hash && controller.name.endsWith(`-${hash}`)) {
    owners.push({ kind: 'Deployment', name: controller.name.slice(0, -hash.length - 1) });
  }
  const cron = controller.kind === 'Job' ? SCHEDULED.exec(controller.name)?.[1] : undefined;
  if (cron !== undefined) owners.push({ kind: 'CronJob', name: cron });
  return owners;
}

function isLabels(value: unknown): value is Labels {
  return isMap(value) && Object.values(value).every((each) => typeof each === 'string');
}
