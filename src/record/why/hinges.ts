/** Which gates and behaviours decide a value: the account is computed once more with each of them the other way. */
import { apiVersionOf, stateText, type Kind, type Profile } from '#kinds';
import { variantOf, type FieldSchema, type Schema } from '#schema';
import type { Account } from '#runtime';
import type { Event } from '#types';
import type { KubeObject } from '#values';
import type { Accountant } from './accountant.ts';
import { printPath, same, type Segment } from './path.ts';
import type { Retell } from './retell.ts';

/** A feature gate, or a behaviour that changed without one, on which a value hangs. */
export interface Hinge {
  readonly name: string;
  readonly isOn: boolean;
  /** `is on in 1.31 (by default since 1.29)` */
  readonly state: string;
  /**
   * What would be another one otherwise: whether there is such a field, its value, or how it is computed, though
   * to the same value; `some`: it is known only that something hangs on it.
   */
  readonly decides: 'field' | 'value' | 'sum' | 'some';
  /** For `value`: that other value; absent where there would be none. */
  readonly otherwise?: unknown;
}

/** More names than this are not tried: what reads that many looks at all gates. */
const MOST_NAMES = 60;

/** Whose hinges they are. */
export interface Teller {
  readonly profile: Profile;
  readonly accountants: readonly Accountant[];
}

/** A value whose hinges are asked for. */
export interface Hinged {
  readonly kind: Kind;
  readonly path: readonly Segment[];
  /** The object that has it. */
  readonly object: KubeObject;
}

/** Returns the hinges of a value: of its field, and of the account of it; without one those that are declared. */
export function hingesOf(
  { kind, path, object }: Hinged,
  { profile, accountants }: Teller,
  retell?: Retell,
): readonly Hinge[] {
  const ofField = fieldHinges(kind, path, profile);
  const known = new Set(ofField.map(({ name }) => name));
  const declared = kind.kind === 'Event' ? [subjectOf(object as Event)] : prefixesOf(path);
  const others =
    retell === undefined
      ? declaredHinges(kind, declared, { profile, accountants })
      : hingesOfAccount(profile, retell);
  return [...ofField, ...others.filter(({ name }) => !known.has(name))];
}

/** Returns the gates that a field is behind, of those that matter in the release. */
export function fieldHinges(
  kind: Kind,
  path: readonly Segment[],
  profile: Profile,
): readonly Hinge[] {
  const schema = profile.schemas.ofKind(apiVersionOf(kind), kind.kind) ?? kind.schema;
  return gatesOn(schema, path)
    .filter((gate) => matters(gate, profile))
    .map((name) => hingeOf(name, profile, { decides: 'field' }));
}

/** Returns what is declared for the first of these fields for which something is. */
export function declaredHinges(
  { kind }: Kind,
  fields: readonly string[],
  { profile, accountants }: Teller,
): readonly Hinge[] {
  const tables = accountants.flatMap(({ hinges }) => (hinges?.[kind] ? [hinges[kind]] : []));
  const field = fields.find((each) => tables.some((table) => Object.hasOwn(table, each)));
  if (field === undefined) return [];
  const names = new Set(tables.flatMap((table) => table[field] ?? []));
  return [...names]
    .filter((name) => matters(name, profile))
    .map((name) => hingeOf(name, profile, { decides: 'some' }));
}

/** Returns `status.conditions.Failed.status`, `status.conditions.Failed` and so on. */
export function prefixesOf(path: readonly Segment[]): readonly string[] {
  return path.map((_, index) => printPath(path.slice(0, path.length - index)));
}

function subjectOf({ involvedObject, reason }: Event): string {
  return `${involvedObject.kind} ${reason}`;
}

/** Returns whether something hangs on a name in a release: not on gates that it does not know any more. */
function matters(name: string, profile: Profile): boolean {
  const { gone, stage, since } = profile.gates.get(name)!;
  if (stage !== undefined) return gone !== true;
  return profile.enabled(name) || profile.minor < since;
}

/** Returns the hinges of an account alone. */
export function hingesOfAccount(profile: Profile, retell?: Retell): readonly Hinge[] {
  if (retell === undefined) return [];
  const names = new Set<string>();
  const account = retell({
    ...profile,
    enabled(name) {
      names.add(name);
      return profile.enabled(name);
    },
  });
  if (account === undefined || names.size > MOST_NAMES) return [];
  return [...names].flatMap((name) => {
    if (!matters(name, profile)) return [];
    const other = otherAccount(name, profile, retell);
    if (other === 'none can be given') return hingeOf(name, profile, { decides: 'some' });
    if (!same(account.value, other?.value)) {
      const otherwise = other?.value;
      return hingeOf(name, profile, {
        decides: 'value',
        ...(otherwise !== undefined && { otherwise }),
      });
    }
    if (!profile.enabled(name) || isSame(account, other)) return [];
    return hingeOf(name, profile, { decides: 'sum' });
  });
}

/** Computes the account with a name turned; what was written may have no meaning then, as an expression whose function there is not. */
function otherAccount(
  name: string,
  profile: Profile,
  retell: Retell,
): Account | undefined | 'none can be given' {
  try {
    return retell(turned(name, profile));
  } catch {
    return 'none can be given';
  }
}

function isSame(account: Account, other: Account | undefined): boolean {
  return same({ ...account }, { ...other });
}

function turned(name: string, profile: Profile): Profile {
  return {
    ...profile,
    enabled: (other) => (other === name ? !profile.enabled(name) : profile.enabled(other)),
  };
}

/** Returns a hinge as a release has it. */
function hingeOf(
  name: string,
  profile: Profile,
  what: Pick<Hinge, 'decides' | 'otherwise'>,
): Hinge {
  return { name, isOn: profile.enabled(name), state: stateText(name, profile), ...what };
}

/** Returns the gates of the fields of a path. */
function gatesOn(schema: Schema, path: readonly Segment[]): readonly string[] {
  const gates = new Set<string>();
  let at: Schema | undefined = schema;
  for (const segment of path) {
    const field = fieldIn(at, segment);
    if (field?.gate !== undefined) gates.add(field.gate);
    at = field?.schema;
    if (at === undefined) break;
  }
  return [...gates];
}

/** Returns what a segment of a path leads to. */
export function fieldIn(
  schema: Schema | undefined,
  segment: Segment,
): Pick<FieldSchema, 'schema' | 'gate'> | undefined {
  switch (schema?.type) {
    case 'struct':
      return schema.fields.get(String(segment)) ?? (schema.others && { schema: schema.others });
    case 'list':
      return { schema: schema.items };
    case 'map':
      return { schema: schema.values };
    case 'union': {
      const variant = variantOf(schema, typeof segment === 'number' ? [] : {});
      return fieldIn(variant?.schema, segment);
    }
    case 'scalar':
    case undefined:
      return undefined;
  }
}

/** Returns a line for each hinge, and an empty one behind. */
export function hingeLines(hinges: readonly Hinge[] = []): string[] {
  return hinges.length === 0 ? [] : [...hinges.map(hingeText), ''];
}

/** Returns `Because JobsEndInSteps is so since 1.31: otherwise the value would be 0.` */
function hingeText({ name, state, isOn, decides, otherwise }: Hinge): string {
  const then = {
    field: isOn ? 'otherwise writes would lose the field' : 'writes lose the field',
    value: `otherwise the value would be ${otherwise === undefined ? 'none' : textOf(otherwise)}`,
    sum: 'otherwise it would come to the same value in another way',
    some: undefined,
  }[decides];
  return `Because ${name} ${state}${then === undefined ? '' : `: ${then}`}.`;
}

/** What a value may take of a line. */
const MOST_CHARACTERS = 100;

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 3)}...`;
}
