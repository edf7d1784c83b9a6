/** Which pods a rule is about. */
import { controllerOf, starMatcher, type Pod } from '#kinds';
import { isRecord } from './distribution.ts';
import type { Complain } from './problem.ts';

type Labels = Readonly<Record<string, string>>;

/** Whether a rule is about a pod on a node with these labels. */
export type Matcher = (pod: Pod, nodeLabels: Labels) => boolean;

const TEXTS = ['namespace', 'image', 'kind', 'name'] as const;
const MAPS = ['labels', 'selector', 'node'] as const;
const KNOWN: readonly string[] = [...TEXTS, ...MAPS];

/**
 * Reads `match`: namespace, image, and kind and name of the owning workload, with `*` for any
 * characters; labels (or selector) of the pod and those of its node. What is absent matches all.
 * Undefined after complaints.
 */
export function readMatch(value: unknown, complain: Complain): Matcher | undefined {
  if (value === undefined) return () => true;
  if (!isRecord(value)) return complain(['match'], `expected a map with ${KNOWN.join(', ')}`);
  const tests: Matcher[] = [];
  let ok = true;
  for (const [name, wanted] of Object.entries(value)) {
    const test = readTest(name, wanted, complain);
    if (test === undefined) ok = false;
    else tests.push(test);
  }
  if (!ok) return undefined;
  return (pod, nodeLabels) => tests.every((test) => test(pod, nodeLabels));
}

function readTest(name: string, wanted: unknown, complain: Complain): Matcher | undefined {
  const path = ['match', name];
  if ((TEXTS as readonly string[]).includes(name)) {
    if (typeof wanted !== 'string' || wanted === '') return complain(path, 'expected text');
    return textTest(name as (typeof TEXTS)[number], wanted);
  }
  if ((MAPS as readonly string[]).includes(name)) {
    if (!isLabels(wanted)) return complain(path, 'expected a map of labels, such as { app: web }');
    const all = Object.entries(wanted);
    const isIn = (labels: Labels = {}): boolean => all.every(([key, each]) => labels[key] === each);
    return name === 'node'
      ? (_, nodeLabels) => isIn(nodeLabels)
      : ({ metadata }) => isIn(metadata.labels);
  }
  const message = `unknown field "${name}" (which pods a rule is about); known are ${KNOWN.join(', ')}`;
  return complain(path, message, { word: name, known: KNOWN });
}

function textTest(name: (typeof TEXTS)[number], wanted: string): Matcher {
  const fits = starMatcher(wanted);
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
