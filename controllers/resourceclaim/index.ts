/**
 * Claims to devices: makes those that pods have templates of, reserves claims for pods that have a node already, and
 * gives devices back once no pod needs them. Mirrors the resource-claim-controller of v1.34 and later.
 */
import { keyOf, type Cause } from '#values';
import { pod as podKind, resourceClaim, resourceClaimTemplate } from '#kinds';
import type { Pod, resourceV1 } from '#types';
import { deviceClaimKeysOf, hasDeviceClaims, type ControllerDefinition } from '#runtime';
import { syncClaim } from './claim.ts';
import { needsClaims, needsWork, PodClaims } from './pod.ts';

type ResourceClaimTemplate = resourceV1.ResourceClaimTemplate;

const BY_CLAIM = 'claims to devices';
const BY_OWNER = 'pods that claims are made for';

export const resourceClaims: ControllerDefinition = {
  name: 'resourceclaim',
  actor: 'resource-claim-controller',
  eventSource: 'resource_claim',
  keys: 'pods',
  start(context) {
    if (!hasDeviceClaims(context.features)) return;
    const pods = context.informer(podKind);
    const claims = context.informer(resourceClaim);
    const templates = context.informer(resourceClaimTemplate);
    pods.addIndex(BY_CLAIM, deviceClaimKeysOf);
    claims.addIndex(BY_OWNER, ({ metadata }) =>
      (metadata.ownerReferences ?? [])
        .filter(({ controller, kind }) => controller === true && kind === 'Pod')
        .map(({ uid }) => uid),
    );
    /** Uids of pods that are gone. */
    const gone = new Set<string>();
    const result = new PodClaims({
      claims: claims.lister,
      templates: templates.lister,
      profile: context.features,
      ownedBy: (uid) => claims.lister.byIndex(BY_OWNER, uid),
    });
    const ofPods = context.queue({
      name: 'claims of pods',
      workers: 50,
      async reconcile(key, tools) {
        const pod = pods.lister.getByKey(key);
        if (pod?.metadata.deletionTimestamp !== undefined) return;
        if (pod !== undefined) await result.sync(pod, tools);
      },
    });
    const ofClaims = context.queue({
      name: 'claims',
      workers: 50,
      async reconcile(key, { client }) {
        const claim = claims.lister.getByKey(key);
        if (claim === undefined) return;
        const isGone = (uid: string): boolean => gone.has(uid);
        await syncClaim(claim, { pods: pods.lister, client, isGone });
      },
    });
    const observe = (pod: Pod, isDeleted: boolean, cause: Cause): void => {
      if ((pod.spec.resourceClaims ?? []).length === 0) return;
      if (isDeleted) {
        gone.add(pod.metadata.uid);
        result.forget(pod.metadata.uid);
      }
      if (!needsClaims(pod, isDeleted)) {
        for (const key of deviceClaimKeysOf(pod)) ofClaims.add(key, cause);
      }
      if (needsWork(pod, claims.lister)) ofPods.add(keyOf(pod), cause);
    };
    pods.addHandlers({
      added: (pod, cause) => observe(pod, false, cause),
      updated: (pod, _, cause) => observe(pod, false, cause),
      deleted: (pod, cause) => observe(pod, true, cause),
    });
    const changed = (key: string, isDeleted: boolean, cause: Cause): void => {
      if (!isDeleted) ofClaims.add(key, cause);
      for (const pod of pods.lister.byIndex(BY_CLAIM, key)) observe(pod, false, cause);
    };
    claims.addHandlers({
      added: (claim, cause) => changed(keyOf(claim), false, cause),
      updated: (claim, _, cause) => changed(keyOf(claim), false, cause),
      deleted: (claim, cause) => changed(keyOf(claim), true, cause),
    });
    if (!context.features.enabled('ClaimTemplatesWakePods')) return;
    const ofTemplate = ({ metadata }: ResourceClaimTemplate, cause: Cause): void => {
      for (const pod of pods.lister.list(metadata.namespace)) {
        const asks = (pod.spec.resourceClaims ?? []).some(
          ({ resourceClaimTemplateName: name }) => name === metadata.name,
        );
        if (asks && needsWork(pod, claims.lister)) ofPods.add(keyOf(pod), cause);
      }
    };
    templates.addHandlers({
      added: ofTemplate,
      updated: (template, _, cause) => ofTemplate(template, cause),
    });
  },
};
