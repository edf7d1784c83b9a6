/** Which names of a definition are accepted: each that no other definition of its group has. */
import { deepEqual, quote, semanticEqual } from '#values';
import { getCondition } from '#kinds';
import { namesAccepted, withDefinitionCondition } from '#custom';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
} from '#types';

type Definition = CustomResourceDefinition;
type Names = CustomResourceDefinitionNames;
type Condition = CustomResourceDefinitionCondition;

/**
 * The definition with the names and the conditions that it should have; the same one when it has
 * them.
 *
 * @param others all definitions of the group, this one included
 * @param now virtual time, ms
 */
export function named(
  definition: Definition,
  others: readonly Definition[],
  now: number,
): Definition {
  const accepted = acceptedOf(definition);
  if (semanticEqual(definition.spec.names, accepted)) return definition;
  const { names, conflict } = accept(definition.spec.names, accepted, new TakenNames(others));
  const condition = conflict ?? namesAccepted;
  if (semanticEqual(names, accepted) && isShown(definition, condition)) return definition;
  const status = { ...definition.status, acceptedNames: names };
  const next = withDefinitionCondition({ ...definition, status }, condition, now);
  return withDefinitionCondition(next, establishedOf(definition, condition), now);
}

function acceptedOf({ status }: Definition): Names {
  return status.acceptedNames ?? { kind: '', plural: '' };
}

/** Once true it stays, whatever happens to the names. */
function establishedOf({ status }: Definition, naming: Condition): Condition {
  const present = getCondition(status.conditions ?? undefined, 'Established');
  if (present?.status === 'True') return present;
  if (naming.status === 'True') return installing;
  return present ?? notAccepted;
}

const installing: Condition = {
  type: 'Established',
  status: 'False',
  reason: 'Installing',
  message: 'the initial names have been accepted',
};

const notAccepted: Condition = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
};

function isShown({ status }: Definition, { type, ...expected }: Condition): boolean {
  const present = getCondition(status.conditions ?? undefined, type);
  if (present === undefined) return false;
  const { status: value, reason, message } = present;
  return deepEqual({ status: value, reason, message }, expected);
}

/** The names that the definitions of a group have: of resources, and of kinds. */
class TakenNames {
  readonly resources = new Set<string>();
  readonly kinds = new Set<string>();

  constructor(definitions: readonly Definition[]) {
    for (const { plural, singular = '', shortNames, kind, listKind = '' } of definitions.map(
      acceptedOf,
    )) {
      for (const name of [plural, singular, ...(shortNames ?? [])]) this.resources.add(name);
      for (const name of [kind, listKind]) this.kinds.add(name);
    }
  }
}

interface Accepted {
  readonly names: Names;
  /** Of several conflicts the last one that is checked. */
  readonly conflict: Condition | undefined;
}

function accept(desired: Names, accepted: Names, taken: TakenNames): Accepted {
  const names: { -readonly [K in keyof Names]: Names[K] } = { ...accepted };
  let conflict: Condition | undefined;
  const check = (reason: string, faults: readonly string[], take: () => void): void => {
    if (faults.length === 0) return take();
    conflict = { type: 'NamesAccepted', status: 'False', reason, message: listed(faults) };
  };
  const { resources, kinds } = taken;
  check('PluralConflict', faultsOf(desired.plural, accepted.plural, resources), () => {
    names.plural = desired.plural;
  });
  check('SingularConflict', faultsOf(desired.singular, accepted.singular, resources), () => {
    names.singular = desired.singular;
  });
  check('ShortNamesConflict', shortNameFaults(desired, accepted, resources), () => {
    names.shortNames = desired.shortNames;
  });
  check('KindConflict', faultsOf(desired.kind, accepted.kind, kinds), () => {
    names.kind = desired.kind;
  });
  check('ListKindConflict', faultsOf(desired.listKind, accepted.listKind, kinds), () => {
    names.listKind = desired.listKind;
  });
  names.categories = desired.categories;
  return { names, conflict };
}

/** What is accepted already stays the definition's own. */
function faultsOf(
  desired = '',
  accepted: string | undefined,
  taken: ReadonlySet<string>,
): readonly string[] {
  if (desired === (accepted ?? '') || !taken.has(desired)) return [];
  return [`${quote(desired)} is already in use`];
}

function shortNameFaults(
  { shortNames: desired }: Names,
  { shortNames: accepted }: Names,
  taken: ReadonlySet<string>,
): readonly string[] {
  if (deepEqual(desired, accepted)) return [];
  const own = new Set(accepted);
  return (desired ?? [])
    .filter((name) => !own.has(name))
    .flatMap((name) => faultsOf(name, '', taken));
}

/** Several errors as Go lists them, each once. */
function listed(faults: readonly string[]): string {
  const distinct = [...new Set(faults)];
  return distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`;
}
