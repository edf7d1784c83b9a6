/** Tools of a reconcile that write down what is done with them. */
import type { Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { ReconcileTools } from '#runtime';

/** What was written, and what events said, in order. */
export class Recorded {
  /** `VERB KIND[/SUBRESOURCE] NAME` with the object, or `TYPE REASON: MESSAGE` of an event on `NAME`. */
  readonly done: unknown[] = [];
  readonly tools: ReconcileTools;

  /** @param answers what a call gives or throws instead, by `VERB KIND` */
  constructor(answers: Readonly<Record<string, (object?: unknown) => unknown>> = {}) {
    const write =
      (verb: string) =>
      (kind: Kind, object: KubeObject, options: { readonly subresource?: string } = {}) => {
        const part = options.subresource === undefined ? '' : `/${options.subresource}`;
        this.done.push([`${verb} ${kind.kind}${part}`, object]);
        return this.#answer(answers, `${verb} ${kind.kind}`, object);
      };
    const read =
      (verb: string) =>
      (kind: Kind, ref: unknown): Promise<unknown> => {
        if (verb === 'delete') this.done.push([`${verb} ${kind.kind}`, ref]);
        return this.#answer(answers, `${verb} ${kind.kind}`, ref);
      };
    const client = { create: write('create'), update: write('update'), get: read('get') };
    const event = (about: KubeObject, type: string, reason: string, message: string): void => {
      this.done.push(`${about.metadata.name} ${type} ${reason}: ${message}`);
    };
    this.tools = {
      client: { ...client, delete: read('delete') },
      events: { event },
      causes: { first: [{ timer: 'test' }] },
    } as unknown as ReconcileTools;
  }

  async #answer(
    answers: Readonly<Record<string, (object?: unknown) => unknown>>,
    call: string,
    object: unknown,
  ): Promise<unknown> {
    const answer = answers[call];
    return await Promise.resolve(answer === undefined ? object : answer(object));
  }
}
