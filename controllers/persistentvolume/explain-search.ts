/** Explains what a claim waits for: what each volume has against it, its storage class, and who is to make a volume. */
import {
  accessModesText,
  classOfClaim,
  classOfVolume,
  claimKeysOf,
  matchingVolume,
  noProvisioner,
  obstacleOf,
  persistentVolume,
  pod as podKind,
  provisionerAnnotation,
  selectedNodeAnnotation,
  sizeOfClaim,
  storageClass,
  type Obstacle,
} from '#kinds';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '#types';
import { keyOf } from '#values';
import type { Account, Pass, PastView, Term } from '#runtime';
import * as messages from './messages.ts';
import { namesOfWaiting } from './pods.ts';

/** What a claim sees when it looks for a volume. */
interface Search {
  readonly claim: PersistentVolumeClaim;
  readonly volumes: readonly PersistentVolume[];
  readonly storageClass: StorageClass | undefined;
  /** Its class binds claims once a pod has a node. */
  readonly waits: boolean;
}

function searchOf(claim: PersistentVolumeClaim, past: PastView): Search {
  const name = classOfClaim(claim);
  const found = name === '' ? undefined : past.get(storageClass, { name });
  return {
    claim,
    volumes: past.list(persistentVolume),
    storageClass: found,
    waits: found?.volumeBindingMode === 'WaitForFirstConsumer',
  };
}

/** The volume that a claim got. */
export function chosenVolume({ object, written, past }: Pass<PersistentVolumeClaim>): Account {
  const search = searchOf(object, past);
  const { waits, volumes } = search;
  const chosen = matchingVolume(object, volumes, { waits });
  const name = chosen?.metadata.name ?? written.spec.volumeName;
  return {
    value: chosen?.metadata.name,
    rule: 'is the volume that is reserved for the claim, or else the smallest of those that fit',
    terms: volumeTerms(search, name),
  };
}

/** A claim that has no volume yet; undefined for others. */
export function waitingClaim({ object, past }: Pass<PersistentVolumeClaim>): Account | undefined {
  if (object.status.phase !== 'Pending') return undefined;
  const search = searchOf(object, past);
  return {
    value: 'Pending',
    rule: 'stays Pending until a volume is bound to the claim: one that is there and fits, or one that is made for it',
    terms: [...volumeTerms(search), ...classTerms(search, past)],
  };
}

/** What each volume has against the claim. */
function volumeTerms(search: Search, chosen?: string): readonly Term[] {
  const { claim, volumes, waits } = search;
  const { volumeName } = claim.spec;
  const size = sizeOfClaim(claim).toString();
  const considered = volumes.filter(({ metadata }) => !volumeName || metadata.name === volumeName);
  if (considered.length === 0) {
    const subject = volumeName ? `PersistentVolume ${volumeName}` : 'volumes';
    const because = volumeName ? 'the claim names it, and it does not exist' : 'there is none';
    return [{ subject, counts: false, because }];
  }
  return considered.map((volume) => {
    const { name } = volume.metadata;
    const obstacle = obstacleOf(volume, claim, { waits });
    const counts = name === chosen;
    const because = counts
      ? volume.spec.claimRef == null
        ? `it fits: the claim asks for ${size}`
        : 'it is reserved for the claim'
      : obstacle === undefined
        ? 'it fits, and is not the smallest of those that do'
        : obstacleText(obstacle, volume, claim);
    const amount = volume.spec.capacity?.['storage'];
    return {
      subject: `PersistentVolume ${name}`,
      ...(amount !== undefined && { amount }),
      counts,
      because,
    };
  });
}

function obstacleText(
  obstacle: Obstacle,
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): string {
  const { spec, status } = volume;
  switch (obstacle) {
    case 'access modes':
      return `it offers ${accessModesText(spec.accessModes)}, the claim asks for ${accessModesText(claim.spec.accessModes)}`;
    case 'claim':
      return `it is reserved for the claim ${spec.claimRef?.namespace ?? ''}/${spec.claimRef?.name ?? ''}`;
    case 'size':
      return `it is too small: the claim asks for ${sizeOfClaim(claim).toString()}`;
    case 'volume mode':
      return `its volumeMode is ${spec.volumeMode ?? 'Filesystem'}, that of the claim ${claim.spec.volumeMode ?? 'Filesystem'}`;
    case 'deletion':
      return 'it is being deleted';
    case 'first consumer':
      return 'its class waits for the first pod: the scheduler chooses the volume with the node';
    case 'phase':
      return `it is ${status.phase ?? 'not looked at yet'}, not Available`;
    case 'selector':
      return 'the selector of the claim does not match its labels';
    case 'class':
      return `its class is ${nameOrNone(classOfVolume(volume))}, that of the claim ${nameOrNone(classOfClaim(claim))}`;
    case 'node':
      return 'pods on the node cannot reach it';
  }
}

function nameOrNone(name: string): string {
  return name === '' ? '"" (none)' : name;
}

/** Whether somebody makes a volume for the claim, or what that waits for. */
function classTerms(
  { claim, storageClass: found, waits }: Search,
  past: PastView,
): readonly Term[] {
  const { annotations = {} } = claim.metadata;
  const name = classOfClaim(claim);
  if (claim.spec.volumeName) return [];
  if (name === '') {
    const because = 'the claim has none: no volume is made for it';
    return [{ subject: 'storage class', counts: false, because }];
  }
  const subject = `StorageClass ${name}`;
  if (found === undefined) return [{ subject, counts: false, because: 'it does not exist' }];
  const node = annotations[selectedNodeAnnotation];
  if (waits && node === undefined) {
    const pods = past
      .list(podKind, claim.metadata.namespace)
      .filter((pod) => claimKeysOf(pod).includes(keyOf(claim)));
    const [, because] = messages.waiting(namesOfWaiting(pods));
    return [{ subject, counts: false, because: `WaitForFirstConsumer: ${because}` }];
  }
  const { provisioner } = found;
  if (provisioner === noProvisioner) {
    return [
      {
        subject,
        counts: false,
        because: `its provisioner is ${provisioner}: volumes are made by hand`,
      },
    ];
  }
  const chosen = waits
    ? [{ subject: `Node ${node!}`, counts: true, because: 'the scheduler has chosen it' }]
    : [];
  const isAsked = annotations[provisionerAnnotation] === provisioner;
  const because = isAsked ? 'it is to make a volume, and has not yet' : 'it has not been asked yet';
  return [...chosen, { subject: `provisioner ${provisioner}`, counts: isAsked, because }];
}
