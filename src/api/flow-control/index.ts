/**
 * Flow control: which flow schema and which priority level a request belongs to. v1.24 says it in
 * every answer; nothing is queued here.
 */
import {
  defaultFlowSchemas,
  defaultPriorityLevels,
  flowSchema,
  priorityLevelConfiguration,
  resourceOf,
  type Profile,
} from '#kinds';
import type { flowcontrolV1Beta2 } from '#types';
import type { NewObject } from '#values';
import type { Store } from '#store';
import { isAdministrator, type Access, type User } from '../authorization/index.ts';
import type { OwnObjects } from '../own-objects/index.ts';
import { matchesFlow } from './match.ts';

/** What a request belongs to, by uid. */
export interface Flow {
  readonly schema: string;
  readonly level: string;
}

interface Ranked extends Flow {
  readonly spec: flowcontrolV1Beta2.FlowSchemaSpec;
}

/** What counts of an object, whether it is stored or not yet made. */
interface Known<T extends { readonly spec: unknown }> {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: T['spec'];
}

/** v1.24's `--max-requests-inflight` and `--max-mutating-requests-inflight`, together. */
const SERVER_LIMIT = 400 + 200;

export class FlowControl {
  readonly #store: Store;
  readonly #own: OwnObjects;
  readonly #profile: Profile;
  #ranked: readonly Ranked[] = [];
  /** The store's revision when its lists were last looked at. */
  #revision = -1;
  /** The lists that the ranking was made of: the store lends the same ones until they change. */
  #schemas: readonly object[] | undefined;
  #levels: readonly object[] | undefined;

  /** @param profile the release whose levels and schemas count before they are made */
  constructor(store: Store, own: OwnObjects, profile: Profile) {
    this.#profile = profile;
    this.#store = store;
    this.#own = own;
  }

  /** Undefined when no schema fits. */
  of(user: User, access: Access): Flow | undefined {
    const ranked = this.#follow();
    // Nearly all requests are the administrator's, whose schema comes first and never changes.
    const first = ranked[0];
    if (first?.spec.matchingPrecedence === 1 && isAdministrator(user)) return first;
    return ranked.find(({ spec }) => matchesFlow(spec, user, access));
  }

  /**
   * How many requests of each priority level run at the same time in v1.24, by name: its share of
   * all that a server takes. Levels without a limit are left out.
   */
  limits(): ReadonlyMap<string, number> {
    const { past } = this.#store;
    const stored = past.list(resourceOf(priorityLevelConfiguration), past.revision, '');
    const levels = this.#known('prioritylevelconfigurations', stored, defaultPriorityLevels);
    const shares = levels
      .map(({ metadata, spec }) => [metadata.name, spec.limited?.assuredConcurrencyShares] as const)
      .filter((each): each is readonly [string, number] => each[1] !== undefined);
    const sum = shares.reduce((total, [, share]) => total + share, 0);
    return new Map(
      shares.map(([name, share]) => [name, Math.ceil((SERVER_LIMIT * share) / sum)] as const),
    );
  }

  #follow(): readonly Ranked[] {
    const { past } = this.#store;
    if (past.revision === this.#revision) return this.#ranked;
    this.#revision = past.revision;
    const schemas = past.list(resourceOf(flowSchema), past.revision, '');
    const levels = past.list(resourceOf(priorityLevelConfiguration), past.revision, '');
    if (!isSameList(schemas, this.#schemas) || !isSameList(levels, this.#levels)) {
      this.#schemas = schemas;
      this.#levels = levels;
      this.#ranked = this.#rank(schemas, levels);
    }
    return this.#ranked;
  }

  /** Those of the server count before they are made. */
  #rank(schemas: readonly object[], levels: readonly object[]): readonly Ranked[] {
    const known = this.#known('flowschemas', schemas, defaultFlowSchemas);
    const uids = new Map(
      this.#known('prioritylevelconfigurations', levels, defaultPriorityLevels).map(
        ({ metadata }) => [metadata.name, metadata.uid],
      ),
    );
    return known
      .map(({ metadata, spec }) => ({
        name: metadata.name,
        schema: metadata.uid,
        level: uids.get(spec.priorityLevelConfiguration.name),
        spec,
      }))
      .filter((each): each is Ranked & { readonly name: string } => each.level !== undefined)
      .sort(
        (a, b) =>
          (a.spec.matchingPrecedence ?? 0) - (b.spec.matchingPrecedence ?? 0) ||
          (a.name < b.name ? -1 : 1),
      );
  }

  #known<T extends flowcontrolV1Beta2.FlowSchema | flowcontrolV1Beta2.PriorityLevelConfiguration>(
    plural: string,
    stored: readonly object[],
    defaults: (profile: Profile) => readonly NewObject<T>[],
  ): readonly Known<T>[] {
    if (stored.length > 0) return stored as readonly T[];
    return defaults(this.#profile).map(({ metadata, spec }) => {
      const name = metadata.name!;
      return { spec: spec as T['spec'], metadata: { name, uid: this.#own.uidOf(plural, name) } };
    });
  }
}

/** Of what is not stored there is another empty list each time. */
function isSameList(a: readonly object[], b: readonly object[] | undefined): boolean {
  return a === b || (a.length === 0 && b?.length === 0);
}
