/** Managed fields: who owns which field of an object, updated with every write. */
import { apiVersionOf, scale, type Profile } from '#kinds';
import { finishing, isResumable, runToEnd, type Resumable } from '#values';
import type { KubeObject, LateOwners } from '#values';
import type { KindRegistry } from '#catalog';
import type { ObjectMeta } from '#types';
import type { Present } from '../present.ts';
import type { RequestContext } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import { endpointOf, isStoredAsServed, type Body, type Resource } from '../resource.ts';
import { beginComparing, compare, type Changes } from './compare.ts';
import {
  readingGiven,
  isSameButTimes,
  latest,
  nameOwners,
  newEntry,
  noEntries,
  recordingUpdate,
  recordUpdate,
  type ChangesInVersion,
  type Entries,
  type Owner,
} from './entries.ts';
import type { FieldSet } from './field-set.ts';
import { checkKeptParts } from './kept-parts.ts';
import { ofKnownVersions } from './known-versions.ts';
import { OwnersLater, ownersBefore, ownsAny, updateOf, type Update } from './late.ts';
import { LeftAlone } from './left-alone.ts';
import { managerOf, updaterIn } from './manager.ts';
import { keptFor, withEntries } from './of-object.ts';
import { listRulesOf, Shapes, type ListRules } from './shape.ts';
import { entriesOfScaling } from './scale-entries.ts';
import { SharedEntries } from './shared-entries.ts';
import { comparableForm, trackingOf, type Tracking } from './tracking.ts';

export { beginComparing, compare, type Changes } from './compare.ts';
export { addParts, LargeParts, many, type AddPart } from './large-parts.ts';
export { growingSet, type GrowingSet } from './set-prefix.ts';
export { placesIn } from './places.ts';
export { distinctItems, isEmpty } from './walk.ts';
export * from './entries.ts';
export { inOrder, puttingInOrder } from './element-order.ts';
export * from './field-set.ts';
export * from './fields-v1.ts';
export * from './shape.ts';
export { managerOf } from './manager.ts';
export { withEntries } from './of-object.ts';
export { entriesOfScale, entriesOfScaled, owns, replicasOf } from './scale-entries.ts';
export { identity, ownableOf, type Tracking } from './tracking.ts';

/** Owns the fields that an object without owners had before the first apply to it. */
const beforeFirstApply = 'before-first-apply';

/** The form in which entries own replicas through a scale. */
const scaleForm = { apiVersion: apiVersionOf(scale) };

/** Tracks the ownership of fields, for all kinds of one API. */
export class ManagedFields {
  readonly lists: ListRules;
  readonly shapes: Shapes;
  readonly #trackings = new WeakMap<Resource, Map<string | undefined, Tracking>>();
  /** By bucket and API version: all forms that objects were written through. */
  readonly #versions = new Map<string, Resource>();
  readonly #shared = new SharedEntries();
  readonly #leftAlone = new LeftAlone();
  readonly #kinds: KindRegistry;
  readonly #now: () => string;

  /** @param kinds that are served: owners in other versions are forgotten */
  constructor(present: Present, kinds: KindRegistry) {
    this.#kinds = kinds;
    this.lists = listRulesOf(kinds.profile);
    this.shapes = new Shapes(this.lists);
    this.#now = () => present.text;
  }

  /** The release that owners are decided as by. */
  get profile(): Profile {
    return this.#kinds.profile;
  }

  /** The time for new entries. */
  get now(): string {
    return this.#now();
  }

  /** @param endpoint of the resource, or the endpoint of that name of another form of the same objects */
  tracking(resource: Resource, { subresource }: Endpoint): Tracking {
    let byPart = this.#trackings.get(resource);
    if (byPart === undefined) {
      this.#trackings.set(resource, (byPart = new Map()));
      this.#versions.set(`${resource.bucket} ${resource.apiVersion}`, resource);
    }
    let tracking = byPart.get(subresource);
    if (tracking === undefined) {
      tracking = trackingOf(this.shapes, resource, endpointOf(resource, subresource));
      byPart.set(subresource, tracking);
    }
    return tracking;
  }

  /**
   * The entries of a new object.
   * @param desired with defaults, before admission and the kind's strategy: the fields that these
   *   add have no owner
   */
  created(context: RequestContext, resource: Resource, desired: KubeObject): Entries {
    return runToEnd(this.creating(context, resource, resource.main, desired));
  }

  /** {@link created} through any endpoint, in parts where that takes long. */
  creating(
    context: RequestContext,
    resource: Resource,
    endpoint: Endpoint,
    desired: KubeObject,
  ): Entries | Resumable<Entries> {
    return this.#creating(this.#updater(context, resource, endpoint), resource, endpoint, desired);
  }

  /** {@link created}, to be decided when they are read; undefined where that must be at once. */
  createdLater(
    context: RequestContext,
    resource: Resource,
    endpoint: Endpoint,
    desired: KubeObject,
  ): LateOwners | undefined {
    if (resource.kind.custom !== undefined || endpoint.subresource !== undefined) return undefined;
    if (desired.metadata.managedFields != null || !ownsAny(desired)) return undefined;
    const writer = this.#updater(context, resource, endpoint);
    const { now } = this;
    return new OwnersLater(resource.apiVersion, undefined, () =>
      runToEnd(this.#creating(writer, resource, endpoint, desired, () => now)),
    );
  }

  #creating(
    writer: Owner,
    resource: Resource,
    endpoint: Endpoint,
    desired: KubeObject,
    now = this.#now,
  ): Entries | Resumable<Entries> {
    const input = readingGiven(desired.metadata.managedFields, noEntries);
    const compared = this.#beginNew(resource, endpoint, desired);
    if (input !== noEntries || isResumable(compared)) {
      return this.#creatingFrom(input, compared, resource, writer, now);
    }
    const changed = compared?.changed;
    const entries = changed === undefined ? noEntries : [newEntry(writer, changed, now())];
    return this.sharing(resource, entries, writer, noEntries);
  }

  /** Does the rest, where clients sent owners or the object is large. */
  *#creatingFrom(
    input: Entries | Resumable<Entries>,
    compared: Changes | Resumable<Changes> | undefined,
    resource: Resource,
    writer: Owner,
    now: () => string,
  ): Resumable<Entries> {
    const known = ofKnownVersions(this.#kinds, resource, yield* finishing(input));
    let entries: Entries = noEntries;
    try {
      const changes = yield* finishing(compared);
      yield;
      if (changes !== undefined) {
        entries = yield* recordingUpdate(known, changes, writer, now);
      }
    } catch (error) {
      entries = keptFor(error, noEntries);
    }
    yield;
    return yield* finishing(this.sharing(resource, entries, writer, noEntries));
  }

  /** Returns what a new object sets; undefined where its fields cannot have owners. */
  #beginNew(
    resource: Resource,
    endpoint: Endpoint,
    desired: KubeObject,
  ): Changes | Resumable<Changes> | undefined {
    const tracking = this.tracking(resource, endpoint);
    const { owned, reset, blank } = tracking;
    const isPlain = resource.kind.rules.comparable === undefined && isStoredAsServed(resource);
    try {
      const served = isPlain ? desired : comparableForm(resource, desired);
      compare(reset, blank, served);
      checkKeptParts(resource, endpoint, desired);
      const compared = beginComparing(owned, blank, served, true, tracking.last);
      if (isResumable(compared)) return compared;
      const { changed, removed } = compared;
      if (changed !== undefined && removed === undefined) {
        tracking.last = { object: served, changed };
      }
      return compared;
    } catch (error) {
      return keptFor(error, undefined);
    }
  }

  /**
   * `next` with its entries when it replaces `old`.
   * @param desired the request's object with defaults, before admission and strategy
   * @param next the object to store; its status may be used for the wanted one
   */
  updated(
    context: RequestContext,
    resource: Resource,
    endpoint: Endpoint,
    desired: Body,
    next: Body,
    old: Body,
  ): Body {
    return runToEnd(this.updating(context, resource, endpoint, desired, next, old));
  }

  /** {@link updated} in parts. */
  *updating(
    context: RequestContext,
    resource: Resource,
    endpoint: Endpoint,
    desired: Body,
    next: Body,
    old: Body,
  ): Resumable<Body> {
    const stored = old.metadata.managedFields ?? noEntries;
    const isMain = endpoint.subresource === undefined;
    const read = isMain ? readingGiven(desired.metadata.managedFields, stored) : latest(stored);
    const whole = isResumable(read) ? yield* read : read;
    const input = isMain ? ofKnownVersions(this.#kinds, resource, whole) : whole;
    if (endpoint.part.keepsMetadata === 'all') return withEntries(next, stored);
    const isOwned = input.length > 0 || (isMain && nameOwners(desired.metadata.managedFields));
    if (!isOwned) return withEntries(next, input);
    const writer = this.#updater(context, resource, endpoint);
    const update = updateOf(writer, resource, endpoint, desired, next, old, this.#now);
    return withEntries(next, yield* this.#recording(update, stored, input));
  }

  /**
   * The owners of the fields of {@link updated}, to be decided when they are read; undefined where that
   * is done at once.
   */
  updatedLater(
    context: RequestContext,
    resource: Resource,
    endpoint: Endpoint,
    desired: Body,
    next: Body,
    old: Body,
  ): LateOwners | undefined {
    const sent = endpoint.subresource === undefined ? desired.metadata : old.metadata;
    if (endpoint.part.keepsMetadata === 'all') return undefined;
    const before = ownersBefore(resource, sent, old.metadata);
    if (before === undefined) return undefined;
    const writer = this.#updater(context, resource, endpoint);
    const { now } = this;
    const update = updateOf(writer, resource, endpoint, desired, next, old, () => now);
    return new OwnersLater(resource.apiVersion, before, (stored) => {
      const input = latest(stored);
      return input.length === 0 ? input : runToEnd(this.#recording(update, stored, input));
    });
  }

  /**
   * The entries after an update.
   * @param input those before it, as the client left them
   */
  *#recording(
    { resource, endpoint, writer, desired, whole, old, now }: Update,
    stored: Entries,
    input: Entries,
  ): Resumable<Entries> {
    let entries: Entries;
    try {
      const { reset } = this.tracking(resource, endpoint);
      compare(reset, resource.fromStorage(old), resource.fromStorage(whole));
      checkKeptParts(resource, endpoint, desired);
      const compared = this.#beginComparing(resource, endpoint, old, whole);
      const changes = isResumable(compared) ? yield* compared : compared;
      yield;
      const inVersion = this.inVersion(resource, endpoint, old, whole, changes);
      entries = yield* recordingUpdate(input, changes, writer, now, inVersion);
    } catch (error) {
      const survive = this.profile.enabled('OwnersSurviveUnfitWrites');
      entries = keptFor(error, survive ? stored : noEntries);
    }
    if (entries === stored) return stored;
    yield;
    const shared = this.sharing(resource, entries, writer, stored);
    return isResumable(shared) ? yield* shared : shared;
  }

  /** Tests objects: whether an update of only these fields leaves all their entries as they are. */
  leaves(
    context: RequestContext,
    resource: Resource,
    endpoint: Endpoint,
    changed: FieldSet,
  ): (metadata: ObjectMeta) => boolean {
    return this.#leftAlone.by(changed, this.#updater(context, resource, endpoint));
  }

  /** What an update changes, as one version of the API shows it. */
  #beginComparing(
    resource: Resource,
    endpoint: Endpoint,
    old: Body,
    next: Body,
  ): Changes | Resumable<Changes> {
    const { owned } = this.tracking(resource, endpoint);
    const before = comparableForm(resource, old);
    return beginComparing(owned, before, comparableForm(resource, next));
  }

  /** Drops what is kept for a form that is no longer served. */
  forget({ bucket, apiVersion, kind }: Resource): void {
    this.#versions.delete(`${bucket} ${apiVersion}`);
    if (kind.storage === undefined) this.#shared.forget(bucket);
  }

  /**
   * Another version of the same objects, if there was a write through it. Webhooks are not asked to
   * convert objects for their owners alone.
   */
  version({ bucket, converted }: Resource, apiVersion: string): Resource | undefined {
    return converted === undefined ? this.#versions.get(`${bucket} ${apiVersion}`) : undefined;
  }

  /**
   * The changes for entries of other versions, if there were writes through these.
   * @param old as stored
   * @param next in the stored form as well
   */
  inVersion(
    served: Resource,
    endpoint: Endpoint,
    old: Body,
    next: Body,
    fallback: Changes,
  ): ChangesInVersion {
    return ({ apiVersion }) => {
      const resource = this.version(served, apiVersion!);
      if (resource === undefined) return fallback;
      const compared = this.#beginComparing(resource, endpoint, old, next);
      return isResumable(compared) ? runToEnd(compared) : compared;
    };
  }

  /**
   * `next` with its entries after a write through `/scale`: the number of replicas changes its
   * owner, if it has one.
   */
  scaled(context: RequestContext, resource: Resource, next: Body, old: Body): Body {
    const writer = updaterIn(managerOf(context), scaleForm, { subresource: 'scale' });
    const isTyped = this.profile.enabled('CustomScalesTyped');
    return withEntries(next, entriesOfScaling(resource, next, old, writer, isTyped));
  }

  /**
   * `next` with its entries after an apply. An apply that changes neither the object nor its owners
   * leaves no trace: not even its time.
   */
  applied(endpoint: Endpoint, entries: Entries, next: Body, old: Body): Body {
    const stored = old.metadata.managedFields ?? noEntries;
    if (endpoint.part.keepsMetadata === 'all') return withEntries(next, stored);
    return next === old && isSameButTimes(entries, stored) ? old : withEntries(next, entries);
  }

  /** The entries before an apply: fields without an owner belong to `before-first-apply`. */
  adopted(resource: Resource, endpoint: Endpoint, old: KubeObject): Entries {
    const stored = old.metadata.managedFields ?? noEntries;
    if (stored.length > 0) return ofKnownVersions(this.#kinds, resource, latest(stored));
    const { owned, blank } = this.tracking(resource, endpoint);
    const changes = compare(owned, blank, comparableForm(resource, old));
    const owner = updaterIn(beforeFirstApply, resource, endpoint);
    return recordUpdate(stored, changes, owner, this.#now);
  }

  /**
   * Equal entries that share their parts with others where possible; `before` are those before the
   * write.
   */
  sharing(
    { bucket }: Resource,
    entries: Entries,
    owner: Owner,
    before: Entries,
  ): Entries | Resumable<Entries> {
    return this.#shared.sharing(bucket, owner, entries, before);
  }

  #updater(context: RequestContext, resource: Resource, endpoint: Endpoint): Owner {
    // Other versions see its form from now on.
    this.tracking(resource, endpoint);
    return updaterIn(managerOf(context), resource, endpoint);
  }
}
