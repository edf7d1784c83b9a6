/** Bindings by their subjects. */
import { quote } from '#values';
import { subjectKinds, type Granting } from '#kinds';
import type { Subject } from '#types';
import type { User } from '../access.ts';
import { accountUserName } from '../groups.ts';

/** The bindings of the cluster, or those of a namespace, found by user and by group. */
export class BindingIndex<T extends Granting> {
  readonly #users = new Map<string, T[]>();
  readonly #groups = new Map<string, T[]>();
  readonly #namespace: string;

  /** @param namespace of the bindings; empty for those of the cluster */
  constructor(bindings: readonly T[], namespace: string) {
    this.#namespace = namespace;
    for (const binding of bindings) {
      for (const subject of binding.subjects ?? []) this.#add(binding, subject);
    }
  }

  /** Calls back for each that grants its role to the user, until a call returns true. */
  visit({ name, groups }: User, visitor: (binding: T) => boolean): boolean {
    if (this.#users.get(name)?.some(visitor) === true) return true;
    for (const group of groups) {
      if (this.#groups.get(group)?.some(visitor) === true) return true;
    }
    return false;
  }

  #add(binding: T, subject: Subject): void {
    if (subject.kind === subjectKinds.group) {
      put(this.#groups, subject.name, binding);
      return;
    }
    const name = userOf(subject, this.#namespace);
    if (name !== undefined) put(this.#users, name, binding);
  }
}

/** Undefined for a subject that is not a user. */
function userOf({ kind, name, namespace }: Subject, own: string): string | undefined {
  if (kind === subjectKinds.user) return name;
  const place = namespace || own;
  if (kind !== subjectKinds.account || place === '') return undefined;
  return accountUserName({ namespace: place, name });
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.at(-1) !== value) list.push(value);
}

/** `RoleBinding "a/NS" of Role "a" to User "u"`: through which of its subjects a binding grants. */
export function describeGrant({ kind, metadata, roleRef, subjects }: Granting, user: User): string {
  const { name, namespace = '' } = metadata;
  const subject = subjects!.find((each) => isSubject(each, user, namespace))!;
  const place = subject.namespace || namespace;
  const who = subject.kind === subjectKinds.account ? `${subject.name}/${place}` : subject.name;
  const binding = namespace === '' ? name : `${name}/${namespace}`;
  const role = `${roleRef.kind} ${quote(roleRef.name)}`;
  return `${kind} ${quote(binding)} of ${role} to ${subject.kind} ${quote(who)}`;
}

function isSubject(subject: Subject, user: User, namespace: string): boolean {
  return subject.kind === subjectKinds.group
    ? user.groups.includes(subject.name)
    : userOf(subject, namespace) === user.name;
}
