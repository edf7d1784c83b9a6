import {
  ApiServer,
  type ApiRequest,
  type ApiWatch,
  type Deletion,
  type Outcomes,
  type RequestContext,
  type Written,
} from '#api';
import type { Kind } from '#kinds';
import type { KubeObject, NewObject } from '#values';
import type { OpenRegistry } from '#catalog';
import type { Scale } from '#types';
import {
  anyKind,
  type DeleteOptions,
  type Edit,
  type ListOptions,
  type ObjectList,
  type Patch,
  type Ref,
  type VersionRef,
  type WatchOptions,
} from '#request';

/** The API with a method for each verb, as tests like it: it serves whatever kind it is asked about. */
export class TestApi extends ApiServer {
  override call<R extends ApiRequest>(context: RequestContext, request: R): Outcomes[R['verb']] {
    const { kind } = request;
    if (!this.kinds.all.includes(kind)) this.#serve(kind);
    return super.call(context, request);
  }

  /** In the place of the real one, where there is one. */
  #serve(kind: Kind): void {
    const real = this.kinds.byResource(kind.group, kind.version, kind.plural);
    if (real !== undefined) (this.kinds as OpenRegistry).remove(real);
    this.register(kind);
  }

  async get<T extends KubeObject>(kind: Kind<T>, ref: Ref, resourceVersion?: string): Promise<T> {
    return (await this.read({ verb: 'get', kind: anyKind(kind), ref, resourceVersion })) as T;
  }

  async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}) {
    const found = await this.read({ verb: 'list', kind: anyKind(kind), options });
    return found as ObjectList<T>;
  }

  watch<T extends KubeObject>(
    kind: Kind<T>,
    { hold, ...options }: WatchOptions & { readonly hold?: string } = {},
  ): ApiWatch<T> {
    const request = { verb: 'watch', kind: anyKind(kind), options } as const;
    return this.call({ origin: { actor: 'test' }, hold }, request) as unknown as ApiWatch<T>;
  }

  async create<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    body: NewObject<T>,
    namespace: string | undefined = body.metadata?.namespace,
  ): Promise<T> {
    return (await this.call(by, { verb: 'create', kind: anyKind(kind), namespace, body })) as T;
  }

  async update<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    ref: Ref,
    body: T,
    endpoint = 'main',
  ): Promise<Written<T>> {
    const subresource = partOf(endpoint);
    const request = { verb: 'update', kind: anyKind(kind), ref, body, subresource } as const;
    return (await this.call(by, request)) as Written<T>;
  }

  async patch<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    ref: Ref,
    patch: Patch,
    endpoint = 'main',
  ): Promise<Written<T>> {
    const subresource = partOf(endpoint);
    const request = { verb: 'patch', kind: anyKind(kind), ref, patch, subresource } as const;
    return (await this.call(by, request)) as Written<T>;
  }

  async getScale<T extends KubeObject>(
    kind: Kind<T>,
    ref: Ref,
    resourceVersion?: string,
  ): Promise<Scale> {
    const about = { kind: anyKind(kind), ref, subresource: 'scale', resourceVersion };
    return (await this.read({ verb: 'get', ...about })) as Scale;
  }

  async updateScale<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    ref: Ref,
    scale: Scale,
  ): Promise<T> {
    return (await this.update(by, kind, ref, scale as unknown as T, 'scale')).object;
  }

  async patchScale<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    ref: Ref,
    patch: Patch,
  ): Promise<T> {
    return (await this.patch(by, kind, ref, patch, 'scale')).object;
  }

  async delete<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    ref: Ref,
    options: DeleteOptions = {},
  ): Promise<Deletion<T>> {
    const request = { verb: 'delete', kind: anyKind(kind), ref, options } as const;
    return (await this.call(by, request)) as Deletion<T>;
  }

  async deleteCollection<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    which: ListOptions = {},
    options: DeleteOptions = {},
  ): Promise<ObjectList<T>> {
    const request = { verb: 'deletecollection', kind: anyKind(kind), which, options } as const;
    return (await this.call(by, request)) as ObjectList<T>;
  }

  createSubresource<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    ref: Ref,
    subresource: string,
    body: unknown,
  ): Promise<KubeObject | undefined> {
    return this.call(by, { verb: 'post', kind: anyKind(kind), ref, subresource, body });
  }

  updateMany<T extends KubeObject>(
    by: RequestContext,
    kind: Kind<T>,
    versions: readonly VersionRef[],
    edit: Edit,
    subresource?: string,
  ): Promise<readonly (string | undefined)[]> {
    const about = { kind: anyKind(kind), versions, edit, subresource };
    return this.call(by, { verb: 'updatemany', ...about });
  }
}

function partOf(endpoint: string): string | undefined {
  return endpoint === 'main' ? undefined : endpoint;
}
