/** Which pods a rule is about. */
import { controllerOf, starMatcher } from '#values';
import type { Container, Pod } from '#types';
import { isRecord, type Complain } from './problem.ts';

type Labels = Readonly<Record<string, string>>;

/** What a rule is about. */
export interface Matcher {
  /** Whether it is about a pod on a node with these labels. */
  pod(pod: Pod, nodeLabels: Labels): boolean;
  /** Which containers of it, or init containers, have to be there. */
  container(container: Container): boolean;
}

type PodTest = Matcher['pod'];
type ContainerTest = Matcher['container'];

const TEXTS = ['namespace', 'image', 'kind', 'name'] as const;
const OF_CONTAINERS = ['container', 'command'] as const;
const MAPS = ['labels', 'selector', 'node'] as const;
const KNOWN: readonly string[] = [...TEXTS, ...OF_CONTAINERS, ...MAPS];

/**
 * Reads `match`: namespace, image, and kind and name of the owning workload, name and command line
 * of a container, with `*` for any characters; labels (or selector) of the pod and those of its
 * node. What is absent matches all. Undefined after complaints.
 */
export function readMatch(value: unknown, complain: Complain): Matcher | undefined {
  if (value === undefined) return { pod: () => true, container: () => true };
  if (!isRecord(value)) return complain(['match'], `expected a map with ${KNOWN.join(', ')}`);
  const pods: PodTest[] = [];
  const containers: ContainerTest[] = [];
  let ok = true;
  for (const [name, wanted] of Object.entries(value)) {
    if (isOneOf(OF_CONTAINERS, name)) {
      const test = readContainerTest(name, wanted, complain);
      if (test === undefined) ok = false;
      else containers.push(test);
    } else {
      const test = readPodTest(name, wanted, complain);
      if (test === undefined) ok = false;
      else pods.push(test);
    }
  }
  if (!ok) return undefined;
  return {
    pod: (pod, nodeLabels) => pods.every((test) => test(pod, nodeLabels)),
    container: (container) => containers.every((test) => test(container)),
  };
}

function readContainerTest(
  name: (typeof OF_CONTAINERS)[number],
  wanted: unknown,
  complain: Complain,
): ContainerTest | undefined {
  const fits = readGlob(name, wanted, complain);
  if (fits === undefined) return undefined;
  return name === 'container'
    ? (container) => fits(container.name)
    : ({ command = [], args = [] }) => fits([...command, ...args].join(' '));
}

function readPodTest(name: string, wanted: unknown, complain: Complain): PodTest | undefined {
  if (isOneOf(TEXTS, name)) {
    const fits = readGlob(name, wanted, complain);
    return fits && textTest(name, fits, wanted as string);
  }
  if (isOneOf(MAPS, name)) {
    if (!isLabels(wanted)) {
      return complain(['match', name], 'expected a map of labels, such as { app: web }');
    }
    const all = Object.entries(wanted);
    const isIn = (labels: Labels = {}): boolean => all.every(([key, each]) => labels[key] === each);
    return name === 'node'
      ? (_, nodeLabels) => isIn(nodeLabels)
      : ({ metadata }) => isIn(metadata.labels);
  }
  const message = `unknown field "${name}" (which pods a rule is about); known are ${KNOWN.join(', ')}`;
  return complain(['match', name], message, { word: name, known: KNOWN });
}

function isOneOf<N extends string>(names: readonly N[], name: string): name is N {
  return (names as readonly string[]).includes(name);
}

type Fits = ReturnType<typeof starMatcher>;

function readGlob(name: string, wanted: unknown, complain: Complain): Fits | undefined {
  if (typeof wanted === 'string' && wanted !== '') return starMatcher(wanted);
  return complain(['match', name], 'expected text');
}

function textTest(name: (typeof TEXTS)[number], fits: Fits, wanted: string): PodTest {
  switch (name) {
    case 'namespace':
      return ({ metadata }) => fits(metadata.namespace ?? '');
    case 'image':
      return ({ spec }) => spec.containers.some(({ image = '' }) => fits(image));
    case 'kind':
      return (pod) => ownersOf(pod).some(({ kind }) => kind.toLowerCase() === wanted.toLowerCase());
    case 'name':
      return (pod) => ownersOf(pod).some((owner) => fits(owner.name));
  }
}

interface Workload {
  readonly kind: string;
  readonly name: string;
}

/** A Job that a CronJob has made ends in the minutes since 1970. */
const SCHEDULED = /^(.+)-\d{8}$/;

/**
 * The pod itself, its controller, and the controller of that as far as names tell: a Deployment's
 * ReplicaSets carry the hash that their pods have as a label, a CronJob's Jobs the minute.
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
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string');
}
