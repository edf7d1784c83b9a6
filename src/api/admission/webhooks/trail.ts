import { semanticEqual, type KubeObject, type WebhookChange } from '#values';
import type { RequestContext } from '../../context.ts';
import type { Hook } from './hooks.ts';

/**
 * What the mutating webhooks of one request did. When one changes the object, all plugins run a
 * second time, and never a third one; of the webhooks only those that ask for it are called again,
 * if something changed since their last call.
 */
export class Trail {
  readonly changes: WebhookChange[] = [];
  #isAgain = false;
  #hasChanges = false;
  /** Those that were called, and want to be called again when the object changes. */
  #eligible: Hook[] = [];
  readonly #due = new Set<Hook>();
  /** The object when the last webhook of the first round had seen it. */
  #last: KubeObject | undefined;

  /** Begins the second round, if there is to be one. */
  beginAgain(): boolean {
    if (this.#isAgain || !this.#hasChanges) return false;
    this.#isAgain = true;
    return true;
  }

  /** The webhooks of a round are called from here on, with the object as the other plugins left it. */
  enter(object: KubeObject): void {
    if (this.#isAgain && !semanticEqual(object, this.#last)) this.#callAgain();
  }

  leave(object: KubeObject): void {
    this.#last = object;
  }

  /** Whether it is left out of this round. A webhook is never called for the first time in the second. */
  skips(hook: Hook): boolean {
    return this.#isAgain && !this.#due.has(hook);
  }

  /** @param isChanged whether the webhook changed the object */
  called(hook: Hook, isChanged: boolean): void {
    if (isChanged) {
      this.#hasChanges = true;
      this.#callAgain();
    }
    if (hook.webhook.reinvocationPolicy === 'IfNeeded') this.#eligible.push(hook);
  }

  #callAgain(): void {
    for (const hook of this.#eligible) this.#due.add(hook);
    this.#eligible = [];
  }
}

/** The context for the write that follows: its origin says what webhooks changed. */
export function withTrail(context: RequestContext, trail: Trail | undefined): RequestContext {
  if (trail === undefined || trail.changes.length === 0) return context;
  return { ...context, origin: { ...context.origin, webhooks: trail.changes } };
}
