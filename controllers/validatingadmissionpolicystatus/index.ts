/** Says in the status of policies which of their expressions do not fit the types that they are about. */
import { kindsOf } from '#catalog';
import { customKinds, customResourceDefinition } from '#custom';
import type { Kind, Profile } from '#kinds';
import { compilerOf, loadEngine, validatingAdmissionPolicy } from '#policies';
import type { Client, ControllerDefinition } from '#runtime';
import { keyOf, type KubeObject } from '#values';
import type { ValidatingAdmissionPolicy } from '#types';
import { kindOfParams, matchedKinds } from './matched-kinds.ts';

const manager = 'validatingadmissionpolicy-status';

export const validatingAdmissionPolicyStatus: ControllerDefinition = {
  name: 'validatingadmissionpolicystatus',
  actor: 'validatingadmissionpolicy-status-controller',
  start(context) {
    const { features } = context;
    if (!features.enabled('PolicyTypesChecked')) return;
    const kind = servedPolicies(features);
    if (kind === undefined || !features.enabled('ValidatingAdmissionPolicy')) return;
    const policies = context.informer(kind);
    const queue = context.queue({
      workers: 5,
      async reconcile(key, { client }) {
        const policy = policies.lister.getByKey(key);
        if (policy === undefined || isSeen(policy)) return;
        await writeStatus(client, kind, policy, await warningsOf(policy, client, features));
      },
    });
    policies.addHandlers({
      added: (policy, cause) => queue.add(keyOf(policy), cause),
      updated: (policy, _old, cause) => queue.add(keyOf(policy), cause),
    });
  },
};

/** Returns the first version in which they are served. */
function servedPolicies(profile: Profile): Kind<ValidatingAdmissionPolicy> | undefined {
  const { group, plural } = validatingAdmissionPolicy;
  const found = kindsOf(profile).find((each) => each.group === group && each.plural === plural);
  return found as Kind<ValidatingAdmissionPolicy> | undefined;
}

function isSeen({ metadata, status }: ValidatingAdmissionPolicy): boolean {
  return (metadata.generation ?? 0) <= (status?.observedGeneration ?? 0);
}

async function warningsOf(policy: ValidatingAdmissionPolicy, client: Client, profile: Profile) {
  const engine = await loadEngine();
  const { items } = await client.list(customResourceDefinition);
  const custom = items.flatMap((definition) => customKinds(definition, profile));
  const all = [...kindsOf(profile), ...(custom as readonly Kind<KubeObject>[])];
  return engine.typeWarnings(policy, {
    profile,
    compiler: compilerOf(profile),
    kinds: matchedKinds(policy.spec.matchConstraints, all),
    params: kindOfParams(policy.spec.paramKind, all),
  });
}

async function writeStatus(
  client: Client,
  policies: Kind<ValidatingAdmissionPolicy>,
  { apiVersion, kind, metadata: { name, generation } }: ValidatingAdmissionPolicy,
  expressionWarnings: readonly object[],
): Promise<void> {
  const typeChecking = expressionWarnings.length === 0 ? {} : { expressionWarnings };
  const status = { observedGeneration: generation, typeChecking };
  const body = { apiVersion, kind, metadata: { name }, status };
  const patch = { type: 'apply', body, force: true, manager } as const;
  await client.patch(policies, { name }, patch, { subresource: 'status' });
}
