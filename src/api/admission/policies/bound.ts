/** Policies with the bindings that apply them, as they are stored. */
import { bucketOf, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import type { Store } from '#store';
import type { MatchResources, ParamKind, ParamRef } from '#types';
import type { AdmissionAccess } from '../access.ts';

/** What both sorts of policies have. */
export interface AnyPolicy extends KubeObject {
  readonly spec: {
    readonly failurePolicy?: string;
    readonly matchConstraints?: MatchResources;
    readonly paramKind?: ParamKind;
  };
}

/** What both sorts of bindings have. */
export interface AnyBinding extends KubeObject {
  readonly spec: {
    readonly policyName?: string;
    readonly matchResources?: MatchResources;
    readonly paramRef?: ParamRef;
  };
}

export interface Bound<P extends AnyPolicy, B extends AnyBinding> {
  readonly policy: P;
  readonly bindings: readonly B[];
}

/**
 * Makes what tells whether no policy has anything to do: no binding is stored, or the gate of the
 * policies is off. Asked in every write.
 */
export function unbound<B extends AnyBinding>(
  binding: Kind<B>,
  gate: string,
): (access: AdmissionAccess) => boolean {
  const bucket = bucketOf(binding as unknown as Kind);
  return ({ store, webhooks }) => store.isEmpty(bucket) || !webhooks.kinds.profile.enabled(gate);
}

/** Policies with their bindings, by their names. */
export function boundPolicies<P extends AnyPolicy, B extends AnyBinding>(
  { past }: Store,
  policy: Kind<P>,
  binding: Kind<B>,
): readonly Bound<P, B>[] {
  const listed = (kind: Kind): readonly KubeObject[] => past.list(bucketOf(kind), past.revision);
  const bindings = listed(binding as unknown as Kind) as readonly B[];
  return (listed(policy as unknown as Kind) as readonly P[]).flatMap((each) => {
    const own = bindings.filter(({ spec }) => spec.policyName === each.metadata.name);
    return own.length === 0 ? [] : [{ policy: each, bindings: own }];
  });
}
