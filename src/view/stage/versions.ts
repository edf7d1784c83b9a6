/** The templates that pods are made from: what the colour of a pod says. */
import { bucketOf, controllerRevision, job, replicaSet } from '#kinds';
import { keyOf, type KubeObject } from '#values';
import type { Job, Pod, ReplicaSet } from '#types';
import type { Change, Past } from '#store';

/** A template of pods. */
export interface Version {
  /** The object that the pods are for in the end, as `Deployment default/web`. */
  readonly root: string;
  /** The object that makes the pods, as `ReplicaSet default/web-5d8`. */
  readonly owner: string;
  /** Its first image, without registry and path. */
  readonly image: string;
  /** A number of a colour: other versions of one root have other numbers. */
  readonly colour: number;
}

/** How many colours there are. */
export const COLOURS = 6;
/** Where the colours of roots but the first begin. */
const starts = [2, 4, 5, 3];

interface Template {
  readonly spec?: { readonly containers?: readonly { readonly image?: string }[] };
}

/** The versions of a run, in the order in which they came up: numbered as they are seen. */
export class Versions {
  readonly #past: Past;
  #read = 0;
  readonly #all: Version[] = [];
  /** Numbers of versions by what pods say of theirs. */
  readonly #numbers = new Map<string, number>();
  /** Owners of owners. */
  readonly #parents = new Map<string, string>();
  /** How many versions each root has. */
  readonly #roots = new Map<string, number>();

  constructor(past: Past) {
    this.#past = past;
  }

  get all(): readonly Version[] {
    return this.#all;
  }

  /** Reads on in the past: only what is created counts, so no update is made into an object for it. */
  read(): void {
    for (const change of this.#past.changes(this.#read)) {
      this.#read = change.revision;
      if (change.type === 'created') this.#see(change);
    }
  }

  /** The number of a pod's version. */
  of(pod: Pod): number {
    const owner = ownerOf(pod);
    const root = owner === undefined ? `Pod ${keyOf(pod)}` : this.rootOf(owner);
    const hash = pod.metadata.labels?.['controller-revision-hash'] ?? '';
    return (
      this.#numbers.get(`${owner} ${hash}`) ??
      this.#numbers.get(`${owner} `) ??
      this.#add([`${owner ?? root} ${hash}`], root, owner ?? root, imageOf(pod))
    );
  }

  /** What an owner is for in the end: itself, where nothing owns it. */
  rootOf(owner: string): string {
    return this.#parents.get(owner) ?? owner;
  }

  #see({ bucket, value }: Change): void {
    if (bucket !== sets && bucket !== jobs && bucket !== revisions) return;
    const name = `${value.kind} ${keyOf(value)}`;
    const parent = ownerOf(value);
    if (bucket === revisions) {
      if (parent === undefined) return;
      const { labels, name: own } = value.metadata;
      const hash =
        labels?.['controller-revision-hash'] ?? labels?.['controller.kubernetes.io/hash'] ?? '';
      const { data } = value as { readonly data?: { readonly spec?: { template?: Template } } };
      this.#add(
        [`${parent} ${hash}`, `${parent} ${own}`],
        parent,
        parent,
        imageIn(data?.spec?.template),
      );
      return;
    }
    if (parent !== undefined) this.#parents.set(name, parent);
    const { template } = (value as ReplicaSet | Job).spec;
    const root = parent ?? name;
    // All runs of a CronJob with one image are one version.
    const same =
      bucket === jobs &&
      this.#all.findIndex((each) => each.root === root && each.image === imageIn(template));
    if (typeof same === 'number' && same >= 0) this.#numbers.set(`${name} `, same);
    else this.#add([`${name} `], root, name, imageIn(template));
  }

  #add(keys: readonly string[], root: string, owner: string, image: string): number {
    const known = keys.map((key) => this.#numbers.get(key)).find((each) => each !== undefined);
    if (known !== undefined) return known;
    const place = [...this.#roots.keys()].indexOf(root);
    const rank = place < 0 ? this.#roots.size : place;
    const count = this.#roots.get(root) ?? 0;
    this.#roots.set(root, count + 1);
    const start = rank === 0 ? 0 : starts[(rank - 1) % starts.length]!;
    const number = this.#all.push({ root, owner, image, colour: (start + count) % COLOURS }) - 1;
    for (const key of keys) this.#numbers.set(key, number);
    return number;
  }
}

const sets = bucketOf(replicaSet);
const jobs = bucketOf(job);
const revisions = bucketOf(controllerRevision);

/** Returns the controller of an object, as `ReplicaSet default/web-5d8`. */
export function ownerOf({ metadata }: KubeObject): string | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  return (
    owner && `${owner.kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${owner.name}`
  );
}

function imageOf({ spec }: Pod): string {
  return imageIn({ spec });
}

function imageIn(template: Template | undefined): string {
  return template?.spec?.containers?.[0]?.image?.split('/').at(-1) ?? '';
}
