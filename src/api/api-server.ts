import type { apiregistrationV1 } from '#types';
import type { Random } from '#clock';
import { together, withCode, type Kind, type LostFields, type Profile } from '#kinds';
import { readThrough, type KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import { anyKind, type MetricsQuestion, type Selection } from '#request';
import { accessTo, serverManager } from './access-to.ts';
import { limits } from './admission/late-limits.ts';
import { prefix as podSecurityLabels } from './admission/pod-security/labels.ts';
import { standards } from './admission/pod-security/late.ts';
import { decisions } from './admission/policies/late.ts';
import { calls } from './admission/webhooks/late.ts';
import type { Access, Authorizer, User } from './authorization/index.ts';
import { Backend, type ApiOptions } from './backend.ts';
import { admitConnection, type Connection } from './connect.ts';
import type { RequestContext } from './context.ts';
import { FlowControl, type Flow } from './flow-control/index.ts';
import { KeptObjects, type OwnObjects } from './own-objects/index.ts';
import { askElsewhere } from './own-objects/measure.ts';
import type { CallRemote } from './own-objects/remote.ts';
import { remoteService, remoteServices } from './own-objects/remote-services.ts';
import { takenOver } from './own-objects/taken-over.ts';
import { removeKind } from './remove-kind.ts';
import { restore, type Restored } from './restore.ts';
import { evictions } from './subresources/late-eviction.ts';
import {
  accountUser,
  answers,
  isReview,
  type AccountToken,
  type ReviewContext,
} from './reviews/index.ts';
import { verbs, type ApiRequest, type ApiRequests, type Handler, type Outcomes } from './verbs.ts';

const reader: RequestContext = { origin: { actor: 'reader' } };

/**
 * The API: one set of rules for every read and write of every client. It knows no wire format and
 * authenticates no caller. Objects that it takes and answers are immutable and shared.
 *
 * All methods throw {@link ApiError}s with v1.24's messages for requests that are rejected.
 */
export class ApiServer {
  readonly #options: ApiOptions;
  #backend: Backend;
  #own: OwnObjects;
  #flows: FlowControl;
  /** Sends requests to the API servers that APIServices name. */
  readonly callRemote: CallRemote;

  constructor(options: ApiOptions) {
    this.#options = options;
    this.#backend = new Backend(options, accessTo);
    this.callRemote = options.callRemote ?? (() => undefined);
    this.#own = this.#keepObjects(options);
    this.#flows = this.#makeFlows();
  }

  /** Gets the fields that writes lose; undefined: they are not looked for. */
  get lost(): LostFields | undefined {
    return this.#options.lost;
  }

  #keepObjects({ clock, random, store, serviceIpRange }: ApiOptions): OwnObjects {
    return new KeptObjects({
      ...{ api: this, random, store, serviceIpRange },
      now: () => clock.now(),
    });
  }

  #makeFlows(): FlowControl {
    return new FlowControl(this.#options.store, this.#own, this.kinds.profile);
  }

  /**
   * Continues as a server of another release, on what is stored, which is read as that release decodes it. Watches of
   * programs outside end.
   *
   * @param kinds those of the release
   * @param random of its own: what was drawn so far must not be drawn again
   */
  move(profile: Profile, kinds: readonly Kind[], random: Random): void {
    const before = this.#backend;
    before.stop();
    before.kinds.move(profile, kinds);
    this.#options.store.reread(readThrough(kinds, profile));
    const options = { ...this.#options, profile, kinds: before.kinds, random };
    this.#backend = new Backend(options, accessTo);
    this.#backend.takeOver(before);
    this.#own = this.#keepObjects(options);
    this.#flows = this.#makeFlows();
  }

  /** The objects that a server makes and keeps by itself. */
  get own(): OwnObjects {
    return this.#own;
  }

  /** The revision of the latest write. */
  revision(): number {
    return this.#backend.store.revision();
  }

  /** The kinds that are served, in every form. */
  get kinds(): KindRegistry {
    return this.#backend.kinds;
  }

  /** Who may do what. */
  get authorizer(): Authorizer {
    return this.#backend.authorizer;
  }

  /** Whether roles and bindings decide who may do what. */
  get hasRoles(): boolean {
    return this.#backend.hasRoles;
  }

  /** Whether there are definitions of custom resources. */
  get hasDefinitions(): boolean {
    return !this.#backend.definitions.isEmpty;
  }

  /** Resolves once there is a definition of custom resources. */
  whenDefined(): Promise<void> {
    return this.#backend.definitions.whenAny;
  }

  /** Serves a kind from now on. @throws {Error} when its resource or its kind is taken */
  register<T extends KubeObject>(kind: Kind<T>): void {
    this.#backend.kinds.register(anyKind(kind));
  }

  /** Stops serving a kind; see {@link removeKind}. */
  remove<T extends KubeObject>(context: RequestContext, kind: Kind<T>): Promise<void> {
    return removeKind(this.#backend, context, anyKind(kind));
  }

  /**
   * Loads what requests about these kinds need, so that none has to wait for that.
   * @param isNamed whether a word may occur in them
   */
  async prepareFor(kinds: readonly Kind[], isNamed: (word: string) => boolean): Promise<void> {
    const has = (ending: string): boolean => kinds.some(({ kind }) => kind.endsWith(ending));
    await together(
      () => (has('AdmissionPolicyBinding') ? decisions.load() : undefined),
      () => (has('LimitRange') ? limits.load() : undefined),
      () => (has('WebhookConfiguration') ? calls.load() : undefined),
      () => (kinds.some(isReview) ? answers.load() : undefined),
      () => (isNamed(podSecurityLabels) ? standards.load() : undefined),
      () => (['drain', 'evict', 'eviction'].some(isNamed) ? evictions.load() : undefined),
    );
  }

  /** Answers a request; see {@link Outcomes}. */
  call<R extends ApiRequest>(context: RequestContext, request: R): Outcomes[R['verb']] {
    const answer = verbs[request.verb] as unknown as Handler<R>;
    return answer(this.#backend, context, request);
  }

  /** The same for requests that change nothing, and so need no origin. */
  read<R extends ApiRequests['get' | 'list' | 'watch']>(request: R): Outcomes[R['verb']] {
    return this.call(reader, request);
  }

  /** What names the servers that answer for a group of metrics instead of this one; see {@link takenOver}. */
  takenOver(group: string): readonly apiregistrationV1.APIService[] {
    return takenOver(this.#backend.store, group);
  }

  /** What names the servers of other versions; see {@link remoteServices}. */
  get remoteServices(): readonly apiregistrationV1.APIService[] {
    return remoteServices(this.#backend.store);
  }

  /** What names the server of a version that this one does not serve. */
  remoteService(of: Pick<Kind, 'group' | 'version'>): apiregistrationV1.APIService | undefined {
    return remoteService(this.#backend.store, of);
  }

  /** Asks the server that has taken a group of metrics over; undefined: none has. */
  measure(context: RequestContext, question: MetricsQuestion): Promise<unknown> | undefined {
    const services = this.takenOver(question.group);
    if (services.length === 0) return undefined;
    return askElsewhere(this.callRemote, context, services, question);
  }

  /** Whether a connection may be made; see {@link admitConnection}. */
  admitConnection(context: RequestContext, connection: Connection): Promise<void> {
    return admitConnection(this.#backend, context, connection);
  }

  /** Fills an empty store with the objects of another cluster; see {@link restore}. */
  restore(context: RequestContext, objects: readonly Restored[]): Promise<void> {
    return restore(this.#backend, context, objects);
  }

  /** Creates v1.24's default roles and bindings, or completes them: with `rbac`, at each start. */
  async prepareAuthorization(): Promise<void> {
    const { reconcileDefaults } = await import('./authorization/defaults/reconcile.ts');
    const origin = { actor: serverManager, note: 'rbac/bootstrap-roles' };
    await reconcileDefaults(this.#backend, { origin, fieldManager: serverManager });
  }

  /** The flow schema and the priority level that a request belongs to. Nothing is queued. */
  flowOf(user: User, access: Access): Flow | undefined {
    return this.#flows.of(user, access);
  }

  /** How many requests of each priority level v1.24 runs at the same time, by name. */
  get flowLimits(): ReadonlyMap<string, number> {
    return this.#flows.limits();
  }

  /** Rejects selectors that a list would reject. @throws {ApiError} 400 */
  checkSelection(kind: Kind, selection: Selection): void {
    this.#backend.selections.filterOf(kind, selection);
  }

  /**
   * POST of a review: answers it with its status, and stores
   * nothing.
   */
  review(
    context: RequestContext,
    kind: Kind,
    question: Partial<KubeObject>,
    reviewContext: ReviewContext,
    namespace?: string,
  ): Promise<KubeObject> {
    return withCode(answers, ({ review }) =>
      review(this.#backend, context, kind, namespace, question, reviewContext),
    );
  }

  /**
   * The service account that a token was issued for; undefined when it, or the object that the
   * token is bound to, is gone.
   */
  accountUser(token: AccountToken): User | undefined {
    return accountUser(this.#backend, token);
  }
}
