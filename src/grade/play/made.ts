/** What a client has created, and what others do to it. */
import { isNotFound } from '#kit';
import { isCreation } from '../requests/pattern.ts';
import type { Subject } from '../subject.ts';
import type { Stage } from './stage.ts';

/** The client has created nothing that anything could be done to. */
export class NothingMade extends Error {}

interface MadeObject {
  readonly resource: string;
  readonly name: string;
  readonly where: { readonly namespace?: string };
}

export class Made {
  readonly #stage: Stage;
  readonly #subject: Subject;

  constructor(stage: Stage, subject: Subject) {
    this.#stage = stage;
    this.#subject = subject;
  }

  /** @throws {NothingMade} */
  async remove(): Promise<void> {
    for (const { resource, name, where } of this.#all()) {
      await ifThere(this.#stage.cluster.delete(resource, name, where));
    }
  }

  /** @throws {NothingMade} */
  async patch(body: Readonly<Record<string, unknown>>): Promise<void> {
    for (const { resource, name, where } of this.#all()) {
      const options = { ...where, type: 'merge' } as const;
      await ifThere(this.#stage.cluster.patch(resource, name, body, options));
    }
  }

  /** Those that are there, and do not have these fields. @throws {NothingMade} */
  async without(fields: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { resource, name, where } of this.#all()) {
      const object = await ifThere(this.#stage.cluster.get(resource, name, where));
      if (object !== undefined && !covers(object, fields)) found.push(`${resource} ${name}`);
    }
    return found;
  }

  #all(): readonly MadeObject[] {
    const { requests } = this.#stage;
    const made = requests
      .filter((each) => isCreation(each, this.#subject))
      .flatMap(({ resource, namespace, name: named, body }) => {
        const name = named === '' ? nameIn(body) : named;
        const where = namespace === '' ? {} : { namespace };
        return name === undefined ? [] : [{ resource, name, where }];
      });
    if (made.length === 0) throw new NothingMade('the client has created nothing');
    return made;
  }
}

/** Whether a value has what is wanted: of maps these fields, of lists such elements; null is what is absent. */
function covers(value: unknown, wanted: unknown): boolean {
  if (wanted === null) return value === undefined || value === null;
  if (Array.isArray(wanted)) {
    const elements: readonly unknown[] = Array.isArray(value) ? value : [];
    return wanted.every((each) => elements.some((element) => covers(element, each)));
  }
  if (typeof wanted !== 'object') return value === wanted;
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([name, each]) => covers(fields[name], each));
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
