import { kindsWithMetrics } from '#catalog';
import { customKinds } from '#custom';
import type { CustomResourceDefinition } from '#types';
import { defaultProfile, latestMinor, profileNamed, profileOf, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { ControllerDefinition } from '#runtime';
import type { AnyObject, BuiltInKinds } from './built-in-kinds.ts';

/**
 * Declares a controller that runs in the cluster's time, by the same runtime as the built-in ones:
 * informers, a work queue, a client whose writes carry their causes, events.
 *
 *     const marker = defineController({
 *       name: 'marker',
 *       start(context) {
 *         const configMaps = context.informer(kindOf('ConfigMap'));
 *         const queue = context.queue({
 *           workers: 1,
 *           async reconcile(key, { client }) {
 *             const [namespace, name] = key.split('/');
 *             const body = { metadata: { labels: { marked: 'yes' } } };
 *             await client.patch(kindOf('ConfigMap'), { namespace, name }, { type: 'merge', body });
 *           },
 *         });
 *         configMaps.addHandlers({
 *           added: ({ metadata }, cause) => queue.add(`${metadata.namespace}/${metadata.name}`, cause),
 *         });
 *       },
 *     });
 *     await using cluster = await createCluster({ run: [marker] });
 */
export function defineController(
  definition: Omit<ControllerDefinition, 'actor'> & { readonly actor?: string },
): ControllerDefinition {
  return { ...definition, actor: definition.actor ?? `${definition.name}-controller` };
}

/**
 * Returns a built-in kind, for the clients and informers of controllers.
 * @param kubernetes the release of the cluster, such as `1.34`. Default: 1.24, or the newest for kinds that 1.24 does
 *   not have
 * @throws {Error} when the release does not have it @throws {RangeError} for an unknown release
 */
export function kindOf<K extends keyof BuiltInKinds>(
  name: K,
  kubernetes?: string,
): Kind<BuiltInKinds[K]> {
  const profiles =
    kubernetes === undefined
      ? [defaultProfile, profileOf(latestMinor)]
      : [profileNamed(kubernetes)];
  for (const profile of profiles) {
    const found = kindsWithMetrics(profile).find(({ kind }) => kind === name);
    if (found !== undefined) return found as unknown as Kind<BuiltInKinds[K]>;
  }
  throw new Error(
    `there is no built-in kind "${name}"${kubernetes === undefined ? '' : ` in ${kubernetes}`}`,
  );
}

/**
 * Returns the kind of a CustomResourceDefinition, for the clients and informers of controllers. They
 * wait until the definition is applied.
 * @param definition its manifest
 * @param version default: the first that is served
 * @throws {Error} when the definition does not serve the version
 */
export function kindOfDefinition<T extends KubeObject = AnyObject>(
  definition: object,
  version?: string,
): Kind<T> {
  const input = definition as CustomResourceDefinition;
  const all = customKinds({ ...input, status: input.status ?? {} }, defaultProfile);
  const found = version === undefined ? all[0] : all.find((each) => each.version === version);
  if (found !== undefined) return found as unknown as Kind<T>;
  const served = all.map((each) => each.version).join(', ');
  const expected = version === undefined ? 'any version' : `version "${version}"`;
  throw new Error(
    `${input.metadata.name} does not serve ${expected}; it serves ${served || 'none'}`,
  );
}
