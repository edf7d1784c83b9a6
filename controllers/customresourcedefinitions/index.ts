/**
 * What the API server does to definitions of custom resources: it accepts their names, establishes
 * them, and deletes their objects before they go. It runs whichever controllers run.
 */
import { customResourceDefinition } from '#custom';
import type { CustomResourceDefinition } from '#types';
import type { Client, ControllerDefinition } from '#runtime';
import { approved, differOnlyInDeletion, establish } from './conditions.ts';
import { deleteDefinition, type Deadlines } from './deletion.ts';
import { named } from './naming.ts';
import { liveDefinition, writeStatus } from './status.ts';

const byGroup = 'group';

export const customResourceDefinitions: ControllerDefinition = {
  name: 'customresourcedefinitions',
  actor: 'kube-apiserver',
  start(context) {
    const { clock } = context;
    const informer = context.informer(customResourceDefinition);
    informer.addIndex(byGroup, ({ spec }) => [spec.group]);
    // One after the other: names that one definition gets are taken for the next.
    const naming = context.queue({
      name: 'crd_naming',
      workers: 1,
      async reconcile(name, { client }) {
        const renamed = await acceptAndEstablish(name, client, clock.now());
        // It may have given names back.
        if (renamed !== undefined) addOthers(renamed);
      },
    });
    const addOthers = ({ spec, metadata: { name, resourceVersion } }: CustomResourceDefinition) => {
      for (const { metadata } of informer.lister.byIndex(byGroup, spec.group)) {
        if (metadata.name !== name)
          naming.add(metadata.name, { revision: Number(resourceVersion) });
      }
    };
    const deadlines: Deadlines = new Map();
    const deletion = context.queue({
      name: 'crd_finalizer',
      workers: 5,
      reconcile: (name, { client }) => deleteDefinition(name, client, clock.now(), deadlines),
    });
    informer.addHandlers({
      added: ({ metadata }, cause) => {
        naming.add(metadata.name, cause);
        if (metadata.deletionTimestamp != null) deletion.add(metadata.name, cause);
      },
      updated: (definition, before, cause) => {
        const { metadata } = definition;
        naming.add(metadata.name, cause);
        // Progress that the deletion itself has noted must not bring it back: failures are retried with pauses.
        if (metadata.deletionTimestamp != null && !differOnlyInDeletion(definition, before))
          deletion.add(metadata.name, cause);
      },
      deleted: addOthers,
    });
  },
};

/**
 * Each step is a write of its own, as v1.24 makes it; one that another write came before is left to
 * that write's event. Answers the definition when its accepted names have changed.
 */
async function acceptAndEstablish(
  name: string,
  client: Client,
  now: number,
): Promise<CustomResourceDefinition | undefined> {
  const live = await liveDefinition(name, client);
  if (live === undefined) return undefined;
  const group = await definitionsIn(live.spec.group, client);
  const withNames = await writeStatus(live, named(live, group, now), client);
  if (withNames === undefined) return undefined;
  const ready = await writeStatus(withNames, establish(withNames, now), client);
  if (ready !== undefined) await writeStatus(ready, approved(ready, now), client);
  return withNames === live ? undefined : withNames;
}

async function definitionsIn(
  group: string,
  client: Client,
): Promise<readonly CustomResourceDefinition[]> {
  const { items } = await client.list(customResourceDefinition);
  return items.filter(({ spec }) => spec.group === group);
}
