/** Objects in text form: `daemonset/agent`, `ds agent`, `node node-1`. */
import { nearest } from '#values';
import type { Kind } from '#kinds';
import type { KindRegistry } from '#catalog';
import { QuestionError } from './error.ts';

export interface Subject {
  /** As the user wrote it: kind, plural or short name. */
  readonly kind: string;
  readonly name: string;
}

/** Reads `KIND/NAME`. @throws {QuestionError} */
export function subjectOf(text: string): Subject {
  const [kind, name, ...more] = text.split('/');
  if (kind && name && more.length === 0) return { kind, name };
  throw new QuestionError(`expected KIND/NAME such as daemonset/agent, found "${text}"`);
}

/** Returns the kind of that name, plural or short name, in any case. @throws {QuestionError} */
export function kindNamed(name: string, kinds: KindRegistry): Kind {
  const kind = kinds.byName(name);
  if (kind !== undefined) return kind;
  const known = kinds.all.flatMap((each) => [each.plural, each.kind.toLowerCase()]);
  const near = nearest(name, known);
  const hint = near === undefined ? '' : ` (did you mean "${near}"?)`;
  throw new QuestionError(`unknown kind "${name}"${hint}`);
}
