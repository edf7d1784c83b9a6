/** What is asked of an object, as text: a field, or what the object did not do. Pure. */
import type { NotDone, ObjectName } from '#view';

const form = /^not (?:(run|fewer|more)|on (\S+))$/;

/** `not run`, `not on node-2`, `not fewer`: no field has such a name. */
export function notText({ on, size }: NotDone): string {
  return `not ${on === undefined ? (size ?? 'run') : `on ${on}`}`;
}

/** Undefined for the name of a field. */
export function notDoneIn(asked: string): NotDone | undefined {
  const found = form.exec(asked);
  if (found === null) return undefined;
  const [, what, on] = found;
  if (on !== undefined) return { on };
  return what === 'fewer' || what === 'more' ? { size: what } : {};
}

/** The answer as a sentence. */
export function answerSentence(answer: string): string {
  return `${/^(spec|status)\./.test(answer) ? 'Its' : 'It'} ${answer}.`;
}

/** The question as a sentence. */
export function notSentence({ kind, key }: ObjectName, { on, size }: NotDone): string {
  const name = key.split('/').at(-1)!;
  if (size !== undefined) return `Why does ${name} not have ${size} replicas?`;
  if (on !== undefined) {
    return kind === 'Pod' ? `Why is ${name} not on ${on}?` : `Why has ${name} no pod on ${on}?`;
  }
  return kind === 'CronJob' ? `Why did ${name} start no Job?` : `Why is there no ${kind} ${name}?`;
}
