/** Selectors of lists and watches. */
import {
  badRequest,
  parseFieldSelector,
  parseLabelSelector,
  show,
  type FieldSelector,
  type KubeObject,
  type Selector,
} from '#values';
import type { Kind, Profile } from '#kinds';
import type { Selection } from '#request';

/** Whether an object is selected; absent: every object is. */
export type Filter = ((object: KubeObject) => boolean) | undefined;

const commonFields: readonly string[] = ['metadata.name', 'metadata.namespace'];

/** How many parsed selectors are kept: more than controllers ever use. */
const TEXTS_KEPT = 1_000;

/** Parses selections. Parsed label selectors are kept: controllers use the same ones again and again. */
export class Selections {
  readonly #selectors = new Map<string, Selector>();
  readonly #profile: Profile;

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /**
   * @param check run once the selectors are parsed, before their fields are checked
   * @throws {ApiError} 400 for invalid selectors, and for fields that the kind cannot select by
   */
  filterOf(kind: Kind, { labelSelector, fieldSelector }: Selection, check?: () => void): Filter {
    const labels = readSelector(labelSelector, (text) => this.#selector(text));
    const fields = readSelector(fieldSelector, parseFieldSelector);
    check?.();
    if (fields !== undefined) checkFields(kind, fields);
    if (fields === undefined) return labels && ((object) => labels.matches(object.metadata.labels));
    if (labels === undefined) return (object) => matchesFields(kind, fields, object);
    return (object) =>
      labels.matches(object.metadata.labels) && matchesFields(kind, fields, object);
  }

  #selector(text: string): Selector {
    const known = this.#selectors.get(text);
    if (known !== undefined) return known;
    const selector = parseLabelSelector(text, this.#profile);
    if (this.#selectors.size >= TEXTS_KEPT) this.#selectors.clear();
    this.#selectors.set(text, selector);
    return selector;
  }
}

/** The prefix of the store's keys that a selection can match. */
export function prefixOf(kind: Kind, { namespace }: Selection): string {
  return kind.namespaced && namespace ? `${namespace}/` : '';
}

function readSelector<S extends Selector | FieldSelector>(
  text: string | undefined,
  parse: (text: string) => S,
): S | undefined {
  if (!text) return undefined;
  try {
    const selector = parse(text);
    return selector.isEmpty() ? undefined : selector;
  } catch (error) {
    throw badRequest((error as Error).message);
  }
}

/** The message for an unsupported field differs between kinds. */
function checkFields(kind: Kind, { terms }: FieldSelector): void {
  const { selectableFields: own } = kind.wire;
  for (const { field } of terms) {
    if (isCommon(kind, field) || (own !== undefined && Object.hasOwn(own, field))) continue;
    if (own === undefined) {
      const known = commonFields.map((name) => show(name)).join(', ');
      throw badRequest(`${show(field)} is not a known field selector: only ${known}`);
    }
    throw badRequest(kind.wire.unknownField?.(field) ?? `field label not supported: ${field}`);
  }
}

/** Cluster-wide kinds that list their own fields leave out the namespace; the others accept it. */
function isCommon({ namespaced, wire }: Kind, field: string): boolean {
  if (field === 'metadata.namespace') return namespaced || wire.selectableFields === undefined;
  return commonFields.includes(field);
}

function matchesFields(kind: Kind, { terms }: FieldSelector, object: KubeObject): boolean {
  for (const { field, operator, value } of terms) {
    if ((fieldOf(kind, field, object) === value) !== (operator === '=')) return false;
  }
  return true;
}

function fieldOf({ wire }: Kind, field: string, object: KubeObject): string {
  switch (field) {
    case 'metadata.name':
      return object.metadata.name;
    case 'metadata.namespace':
      return object.metadata.namespace ?? '';
    default:
      return wire.selectableFields![field]!(object);
  }
}
