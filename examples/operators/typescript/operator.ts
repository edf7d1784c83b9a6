/** An operator: each Site has a Deployment of its name, and a status that counts the pods that are ready. */
import { readFileSync } from 'node:fs';
import {
  ApiError,
  defineController,
  isAlreadyExists,
  isConflict,
  kindOf,
  kindOfDefinition,
  type AnyObject,
  type BuiltInKinds,
  type ControllerContext,
  type ControllerDefinition,
  type ReconcileTools,
} from 'kube-orrery';

/** Mistakes that operators make, each in a variant of this one. */
export const bugs = ['lost update', 'missed 410', 'stale cache', 'no conflict retry'] as const;
export type Bug = (typeof bugs)[number];

type Client = ReconcileTools['client'];
type WorkQueue = ReturnType<ControllerContext['queue']>;
type Deployment = BuiltInKinds['Deployment'];
/** What has led to a reconcile: `why` names it. */
type Cause = Parameters<WorkQueue['add']>[1];

export interface Site extends AnyObject {
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly ready?: number };
}

const file = new URL('../site.json', import.meta.url);
export const definition = JSON.parse(readFileSync(file, 'utf8')) as object;

const siteKind = kindOfDefinition<Site>(definition);
const deploymentKind = kindOf('Deployment');

/** @param bug the mistake that it makes; undefined: none */
export function siteOperator(bug?: Bug): ControllerDefinition {
  return defineController({
    name: 'site',
    actor: 'site-operator',
    start: (context) => new SiteOperator(bug).start(context),
  });
}

class SiteOperator {
  readonly #bug: Bug | undefined;

  constructor(bug: Bug | undefined) {
    this.#bug = bug;
  }

  start(context: ControllerContext): void {
    const deployments = context.informer(deploymentKind);
    deployments.addIndex(
      'site',
      (each) => each.metadata.ownerReferences?.map(({ uid }) => uid) ?? [],
    );
    const queue = context.queue({
      workers: 1,
      reconcile: async (key, { client }) => {
        const [namespace, name = ''] = key.split('/');
        const site = await siteAt({ namespace, name }, client);
        if (site === undefined) return;
        await this.#reconcile(
          site,
          deployments.lister.byIndex('site', site.metadata.uid)[0],
          client,
        );
      },
    });
    const changed = ({ metadata }: Site, cause: Cause): void =>
      queue.add(`${metadata.namespace!}/${metadata.name}`, cause);
    const ofSite = ({ metadata }: Deployment, cause: Cause): void => {
      for (const { kind, name } of metadata.ownerReferences ?? []) {
        if (kind === 'Site') queue.add(`${metadata.namespace!}/${name}`, cause);
      }
    };
    deployments.addHandlers({
      added: ofSite,
      updated: (deployment, _, cause) => ofSite(deployment, cause),
      deleted: ofSite,
    });
    if (this.#bug === 'missed 410') {
      const options = { name: 'watch of its own', initialDelayMs: 1000, periodMs: 1e10 };
      context.every(options, ({ client }) => {
        void follow(client, changed);
        return Promise.resolve();
      });
      return;
    }
    const updated = (site: Site, _: Site, cause: Cause): void => changed(site, cause);
    context.informer(siteKind).addHandlers({ added: changed, updated });
  }

  async #reconcile(site: Site, owned: Deployment | undefined, client: Client): Promise<void> {
    if (owned === undefined) await this.#create(site, client);
    else if (owned.spec.replicas !== site.spec.replicas) await this.#scale(site, owned, client);
    const ready = owned?.status.readyReplicas ?? 0;
    if (site.status?.ready === ready) return;
    try {
      await client.update(siteKind, { ...site, status: { ready } }, { subresource: 'status' });
    } catch (error) {
      // What is thrown is tried again.
      if (this.#bug !== 'no conflict retry' || !isConflict(error)) throw error;
    }
  }

  async #create(site: Site, client: Client): Promise<void> {
    const wanted = deploymentFor(site);
    const { name, ...unnamed } = wanted.metadata;
    try {
      if (this.#bug === 'stale cache') {
        const metadata = { ...unnamed, generateName: `${name}-` };
        await client.create(deploymentKind, { ...wanted, metadata } as never);
      } else {
        await client.create(deploymentKind, wanted as never);
      }
    } catch (error) {
      // It is there, and the cache will show it.
      if (!isAlreadyExists(error)) throw error;
    }
  }

  /** The version that was read is the lock: a conflict is tried again, once the cache has caught up. */
  async #scale({ spec: { replicas } }: Site, owned: Deployment, client: Client): Promise<void> {
    const { resourceVersion, ...unlocked } = owned.metadata;
    const metadata = this.#bug === 'lost update' ? unlocked : { ...unlocked, resourceVersion };
    const spec = { ...owned.spec, replicas };
    await client.update(deploymentKind, { ...owned, metadata, spec } as Deployment);
  }
}

function siteAt(
  ref: { namespace?: string; name: string },
  client: Client,
): Promise<Site | undefined> {
  return client.get(siteKind, ref).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 404) return undefined;
    throw error;
  });
}

function deploymentFor({ apiVersion, kind, metadata: { name, namespace, uid }, spec }: Site) {
  const labels = { site: name };
  return {
    metadata: {
      ...{ name, namespace, labels },
      ownerReferences: [{ apiVersion, kind, name, uid, controller: true }],
    },
    spec: {
      replicas: spec.replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] },
      },
    },
  };
}

/** A watch without an informer, and its mistake: after a 410 it continues from now, and never lists again. */
async function follow(client: Client, changed: (site: Site, cause: Cause) => void): Promise<void> {
  const { items, metadata } = await client.list(siteKind);
  for (const site of items) changed(site, { revision: Number(metadata.resourceVersion) });
  let { resourceVersion } = metadata;
  for (;;) {
    try {
      const watch = client.watch(siteKind, { resourceVersion });
      for (let events = await watch.next(); events.length > 0; events = await watch.next()) {
        for (const { object } of events) {
          ({ resourceVersion } = object.metadata);
          changed(object, { revision: Number(resourceVersion) });
        }
      }
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 410) throw error;
      ({ resourceVersion } = (await client.list(siteKind, { limit: 1 })).metadata);
    }
  }
}
