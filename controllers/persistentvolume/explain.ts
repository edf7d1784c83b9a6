/** Explains the statuses of claims and volumes. */
import {
  bindCompletedAnnotation,
  persistentVolume,
  persistentVolumeClaim,
  provisionedByAnnotation,
} from '#kinds';
import type { PersistentVolume, PersistentVolumeClaim } from '#types';
import { explainer, standing, type Account, type Pass, type Term } from '#runtime';
import { chosenVolume, waitingClaim } from './explain-search.ts';
import { claimPhase, claimStatus, volumePhase, volumeStatus } from './status.ts';

type ClaimPass = Pass<PersistentVolumeClaim>;
type VolumePass = Pass<PersistentVolume>;

const fact = (subject: string, because: string, counts = true): Term => ({
  subject,
  counts,
  because,
});

function volumeOf({ object, past }: ClaimPass): PersistentVolume | undefined {
  const { volumeName } = object.spec;
  return volumeName ? past.get(persistentVolume, { name: volumeName }) : undefined;
}

function ofClaim(
  field: 'phase' | 'accessModes' | 'capacity',
  rule: string,
): (pass: ClaimPass) => Account {
  return (pass) => {
    const volume = volumeOf(pass);
    if (pass.actor === provisioner) return grown(field, pass, volume);
    const status = claimStatus(pass.object, claimPhase(pass.object, volume), volume);
    return { value: status[field], rule, terms: claimTerms(pass.object, volume) };
  };
}

/** Lets volumes grow, and writes their size into the status of the claim. */
const provisioner = 'volume-provisioner';

function grown(
  field: 'phase' | 'accessModes' | 'capacity',
  { object }: ClaimPass,
  volume: PersistentVolume | undefined,
): Account {
  const isSize = field === 'capacity';
  const amount = volume?.spec.capacity?.['storage'];
  return {
    value: isSize ? volume?.spec.capacity : object.status[field],
    rule: isSize ? 'is the new size of the volume' : 'stays as it was: only the volume grew',
    terms: isSize
      ? [
          {
            subject: `PersistentVolume ${object.spec.volumeName ?? ''}`,
            amount,
            counts: true,
            because: 'it grew with the claim',
          },
        ]
      : [],
  };
}

function claimTerms(
  { metadata, spec }: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
): readonly Term[] {
  const isDone = metadata.annotations?.[bindCompletedAnnotation] !== undefined;
  const done = fact('binding', isDone ? 'it was completed' : 'it is not completed', isDone);
  if (!spec.volumeName) return [done, fact('volume', 'the claim names none', false)];
  const subject = `PersistentVolume ${spec.volumeName}`;
  if (volume === undefined) return [done, fact(subject, 'it does not exist', false)];
  const isOwn = volume.spec.claimRef?.uid === metadata.uid;
  return [
    done,
    fact(subject, isOwn ? 'it is bound to the claim' : 'it is bound to another', isOwn),
  ];
}

function claimOf({ object, past }: VolumePass): PersistentVolumeClaim | undefined {
  const { claimRef } = object.spec;
  if (!claimRef?.uid) return undefined;
  const ref = { namespace: claimRef.namespace, name: claimRef.name ?? '' };
  const claim = past.get(persistentVolumeClaim, ref);
  return claim?.metadata.uid === claimRef.uid ? claim : undefined;
}

const phaseOfVolume = (pass: VolumePass): Account => {
  const { object, written } = pass;
  const { claimRef } = object.spec;
  const claim = claimOf(pass);
  const isFailed = written.status.phase === 'Failed';
  const phase = isFailed ? 'Failed' : volumePhase(object, claim);
  const subject = `PersistentVolumeClaim ${claimRef?.namespace ?? ''}/${claimRef?.name ?? ''}`;
  const named =
    claimRef == null
      ? fact('claim', 'the volume names none', false)
      : fact(subject, claim === undefined ? 'it is gone' : 'it exists', claim !== undefined);
  const failure = fact('reclaim', written.status.message ?? 'it failed');
  return {
    value: volumeStatus(object, phase).phase,
    rule: isFailed
      ? 'says that the volume could not be reclaimed'
      : 'follows from the claim that the volume names: Available without one, Bound while it exists, Released after that',
    terms: [
      named,
      ...(isFailed ? [failure] : []),
      ...(phase === 'Released' ? [reclaimed(object)] : []),
    ],
  };
};

/** What happens to a volume whose claim is gone. */
function reclaimed({ metadata, spec }: PersistentVolume): Term {
  const policy = spec.persistentVolumeReclaimPolicy ?? 'Retain';
  const maker = metadata.annotations?.[provisionedByAnnotation];
  const what: Readonly<Record<string, string>> = {
    Retain: 'it stays as it is, for somebody to look after',
    Recycle: 'it is emptied, and Available again',
    Delete: maker === undefined ? 'it is deleted' : `${maker}, which made it, deletes it`,
  };
  const because = what[policy] ?? 'it is not a known policy';
  return { subject: 'reclaim policy', amount: policy, counts: true, because };
}

export const explains = [
  explainer<PersistentVolumeClaim>(
    persistentVolumeClaim,
    {
      'status.phase': ofClaim(
        'phase',
        'is Bound once the claim and its volume name each other, and Lost when the volume is gone',
      ),
      'status.accessModes': ofClaim('accessModes', 'are those of the bound volume'),
      'status.capacity': ofClaim('capacity', 'is that of the volume when it was bound'),
    },
    { actors: [provisioner] },
  ),
  explainer<PersistentVolumeClaim>(persistentVolumeClaim, { 'spec.volumeName': chosenVolume }),
  standing<PersistentVolumeClaim>(persistentVolumeClaim, { 'status.phase': waitingClaim }),
  explainer<PersistentVolume>(persistentVolume, { 'status.phase': phaseOfVolume }),
];
