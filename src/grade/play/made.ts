/** What a client has created, and what others do to it. */
import { isNotFound } from '#kit';
import { matches } from '../requests/pattern.ts';
import type { Subject } from '../subject.ts';
import type { Stage } from './stage.ts';

/** The client has created nothing that anything could be done to. */
export class NothingMade extends Error {}

interface MadeObject {
  readonly resource: string;
  readonly name: string;
  readonly where: { readonly namespace?: string };
}

const annotation = 'orrery/of-another-client';

export class Made {
  readonly #stage: Stage;
  readonly #subject: Subject;
  #annotated: readonly MadeObject[] = [];

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
  async annotate(): Promise<void> {
    this.#annotated = this.#all();
    const body = { metadata: { annotations: { [annotation]: 'kept' } } };
    for (const { resource, name, where } of this.#annotated) {
      await ifThere(this.#stage.cluster.patch(resource, name, body, where));
    }
  }

  /** Those that are there, and have lost it. */
  async withoutAnnotation(): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const { resource, name, where } of this.#annotated) {
      const object = await ifThere(this.#stage.cluster.get(resource, name, where));
      const { annotations } = (object?.metadata ?? {}) as { annotations?: Record<string, string> };
      if (object !== undefined && annotations?.[annotation] === undefined) {
        lost.push(`${resource} ${name}`);
      }
    }
    return lost;
  }

  #all(): readonly MadeObject[] {
    const { requests } = this.#stage;
    const made = requests
      .filter(({ verb, code }) => verb === 'create' && code === 201)
      .filter((each) => matches(each, { verb: ['write'] }, this.#subject))
      .flatMap(({ resource, namespace, body }) => {
        const name = nameIn(body);
        const where = namespace === '' ? {} : { namespace };
        return name === undefined ? [] : [{ resource, name, where }];
      });
    if (made.length === 0) throw new NothingMade('the client has created nothing');
    return made;
  }
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
