/** What a client has created, and what others do to it. */
import { isNotFound, type AnyObject } from '#kit';
import { isCreation } from '../requests/pattern.ts';
import type { Subject } from '../subject.ts';
import type { Stage } from './stage.ts';

/** Fields that a manager owns: `f:data`, and what is in it. */
interface Owned {
  readonly [field: string]: Owned;
}

/** What another manager sets. */
const takenOver = 'taken-over';

/** The client has created nothing that anything could be done to. */
export class NothingCreated extends Error {}

interface CreatedObject {
  readonly resource: string;
  readonly name: string;
  readonly where: { readonly namespace?: string };
}

export class CreatedObjects {
  readonly #stage: Stage;
  readonly #subject: Subject;

  constructor(stage: Stage, subject: Subject) {
    this.#stage = stage;
    this.#subject = subject;
  }

  /** @throws {NothingCreated} */
  async remove(): Promise<void> {
    for (const { resource, name, where } of this.#all()) {
      await ifThere(this.#stage.cluster.delete(resource, name, where));
    }
  }

  /** @throws {NothingCreated} */
  async patch(body: Readonly<Record<string, unknown>>): Promise<void> {
    for (const { resource, name, where } of this.#all()) {
      const options = { ...where, type: 'merge' } as const;
      await ifThere(this.#stage.cluster.patch(resource, name, body, options));
    }
  }

  /** Those that are there, and do not have these fields. @throws {NothingCreated} */
  async without(fields: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { resource, name, where } of this.#all()) {
      const object = await ifThere(this.#stage.cluster.get(resource, name, where));
      if (object !== undefined && !covers(object, fields)) found.push(`${resource} ${name}`);
    }
    return found;
  }

  /**
   * Sets one of the fields that the client has applied to each of them, as another manager.
   * @throws {NothingCreated} where it has applied no text
   */
  async takeOver(): Promise<void> {
    for (const { resource, name, where } of this.#all()) {
      const object = await ifThere(this.#stage.cluster.get(resource, name, where));
      const body = object === undefined ? undefined : appliedField(object);
      if (body === undefined) throw new NothingCreated('the client has applied no label, no data');
      await this.#stage.cluster.patch(resource, name, body, { ...where, type: 'merge' });
    }
  }

  /** Those whose owner is not there, or another one of the same name. @throws {NothingCreated} */
  async orphans(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { resource, name, where } of this.#all()) {
      const object = await ifThere(this.#stage.cluster.get(resource, name, where));
      for (const { kind, name: owner, uid } of object?.metadata.ownerReferences ?? []) {
        const real = await ifThere(this.#stage.cluster.get(kind, owner, where));
        if (real?.metadata.uid !== uid) found.push(`${resource} ${name} of ${kind} ${owner}`);
      }
    }
    return found;
  }

  #all(): readonly CreatedObject[] {
    const { requests } = this.#stage;
    const result = requests
      .filter((each) => isCreation(each, this.#subject))
      .flatMap(({ resource, namespace, name: named, body }) => {
        const name = named === '' ? nameIn(body) : named;
        const where = namespace === '' ? {} : { namespace };
        return name === undefined ? [] : [{ resource, name, where }];
      });
    if (result.length === 0) throw new NothingCreated('the client has created nothing');
    return result;
  }
}

/**
 * Returns a patch of a field that a server-side apply has set, which can be any text: of data, labels
 * or annotations.
 */
function appliedField(object: AnyObject): object | undefined {
  const { managedFields = [] } = object.metadata as {
    readonly managedFields?: readonly { readonly operation: string; readonly fieldsV1?: Owned }[];
  };
  for (const { operation, fieldsV1 } of managedFields) {
    if (operation !== 'Apply') continue;
    const field = firstOf(fieldsV1?.['f:data']);
    if (field !== undefined) return { data: { [field]: takenOver } };
    const label = firstOf(fieldsV1?.['f:metadata']?.['f:labels']);
    if (label !== undefined) return { metadata: { labels: { [label]: takenOver } } };
  }
  return undefined;
}

function firstOf(owned: Owned | undefined): string | undefined {
  const [name] = Object.keys(owned ?? {}).filter((each) => each.startsWith('f:'));
  return name?.slice(2);
}

/**
 * Returns whether a value has what is wanted: of maps these fields, of lists such elements; null is
 * what is absent.
 */
function covers(value: unknown, expected: unknown): boolean {
  if (expected === null) return value === undefined || value === null;
  if (Array.isArray(expected)) {
    const elements: readonly unknown[] = Array.isArray(value) ? value : [];
    return expected.every((each) => elements.some((element) => covers(element, each)));
  }
  if (typeof expected !== 'object') return value === expected;
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(expected).every(([name, each]) => covers(fields[name], each));
}

/** That of a creation in JSON. */
function nameIn(body: string): string | undefined {
  try {
    const { metadata } = JSON.parse(body) as { metadata?: { name?: string } };
    return metadata?.name;
  } catch {
    return undefined;
  }
}

async function ifThere<T>(done: Promise<T>): Promise<T | undefined> {
  try {
    return await done;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
