/** What other API servers answer for, as APIServices say: for programs in the process, as for those outside. */
import {
  masters,
  objectOf,
  remoteTarget,
  reviewedUser,
  type ApiServer,
  type Caller,
  type ReachServer,
  type RequestContext,
} from '#api';
import type { Clock } from '#clock';
import type { Discovery, ServedResource } from '#catalog';
import { apiVersionOf, type Profile } from '#kinds';
import type { KubeObject, Origin } from '#values';
import { nameIn, type Request, type ResourceRequest, type Watch } from '#request';
import { LateWatch } from './late-watch.ts';

type Service = ApiServer['remoteServices'][number];

export interface ElsewhereOptions {
  readonly api: ApiServer;
  readonly clock: Clock;
  readonly reach: ReachServer;
}

const unavailable = 'the server is currently unable to handle the request';

export class Elsewhere {
  readonly #options: ElsewhereOptions;

  constructor(options: ElsewhereOptions) {
    this.#options = options;
  }

  /** Returns what discovery adds to what is served here; undefined where no other server is named. */
  discover(context: RequestContext, own: Discovery): Promise<Discovery> | undefined {
    const { api, clock } = this.#options;
    const served = new Set(own.resources.map(apiVersionOf));
    const services = api.remoteServices.filter(
      (service) => !served.has(versionOf(service)) || api.takenOver(groupOf(service)).length > 0,
    );
    if (services.length === 0) return undefined;
    const release = clock.hold(`${context.origin.actor} discover`);
    return this.#listed(context, services, own).finally(release);
  }

  async #listed(
    context: RequestContext,
    services: readonly Service[],
    own: Discovery,
  ): Promise<Discovery> {
    const failures = new Map(own.failures);
    const lists = await Promise.all(
      services.map(async (service): Promise<readonly ServedResource[]> => {
        const version = versionOf(service);
        const found = await this.#resourcesOf(context, service);
        if (found === undefined) failures.set(version, unavailable);
        return found ?? [];
      }),
    );
    const others = new Set(services.map(versionOf));
    const ownResources = own.resources.filter((resource) => !others.has(apiVersionOf(resource)));
    return { resources: [...ownResources, ...lists.flat()], failures };
  }

  async #resourcesOf(
    context: RequestContext,
    service: Service,
  ): Promise<readonly ServedResource[] | undefined> {
    const { api } = this.#options;
    // Controllers ask for it in no reconcile.
    const origin = { ...context.origin, actor: 'kube-controller-manager' };
    const { name, groups } = callerOf({ ...context, origin }, api.kinds.profile);
    const call = api.callRemote({
      ...remoteTarget(service),
      method: 'GET',
      path: `/apis/${versionOf(service)}`,
      headers: { accept: 'application/json', 'x-remote-user': name, 'x-remote-group': groups },
      timeoutMs: patienceMs,
    });
    const reply = await call?.catch(() => undefined);
    const found = reply?.status === 200 ? await objectOf(reply) : undefined;
    const { resources } = found ?? {};
    if (!Array.isArray(resources)) return undefined;
    const [group = '', version = ''] = versionOf(service).split('/');
    return resources
      .filter(isEntry)
      .filter(({ name: plural }) => !plural.includes('/'))
      .map(({ name: plural, kind, namespaced, verbs }) => {
        return { group, version, kind, plural, namespaced, verbs, isElsewhere: true };
      });
  }

  /** Answers a request for what another server has; undefined where none is named. */
  call(
    context: RequestContext,
    request: ResourceRequest,
  ): Promise<unknown> | Watch<KubeObject> | undefined {
    const { api, clock, reach } = this.#options;
    const service = api.remoteService(request.kind);
    if (service === undefined) return undefined;
    const clients = reach(remoteTarget(service), callerOf(context, api.kinds.profile));
    if (clients === undefined) return undefined;
    const answer = async (): Promise<unknown> =>
      (await clients).as(context.origin).call(request as Request);
    if (request.verb === 'watch') return new LateWatch(answer() as Promise<Watch<KubeObject>>);
    const { actor } = context.origin;
    const release = clock.hold(`${actor} ${request.verb} ${nameIn(request)} elsewhere`);
    return answer().finally(release);
  }
}

/** How long the list of a version is waited for, by the machine's clock, ms. */
const patienceMs = 5000;

interface Entry extends Pick<ServedResource, 'kind' | 'namespaced' | 'verbs'> {
  readonly name: string;
}

function isEntry(value: unknown): value is Entry {
  const { name, kind, namespaced, verbs }: Partial<Record<keyof Entry, unknown>> = Object(value);
  const isNamed = typeof name === 'string' && typeof kind === 'string';
  return isNamed && typeof namespaced === 'boolean' && Array.isArray(verbs);
}

function groupOf({ spec }: Service): string {
  return spec.group ?? '';
}

function versionOf(service: Service): string {
  return `${groupOf(service)}/${service.spec.version ?? ''}`;
}

/** Programs without accounts may do everything, here as there. */
function callerOf(context: RequestContext, profile: Profile): Caller {
  const { username, groups } = reviewedUser(context);
  const more = hasAccount(context.origin) || groups.includes(masters) ? [] : [masters];
  return { name: username, groups: [...groups, ...more], profile };
}

function hasAccount({ account }: Origin): boolean {
  return account !== undefined;
}
