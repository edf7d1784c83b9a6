/** Why a pod waits for what its containers need, as a kubelet has it wait. */
import type { Container } from '#types/core-v1';
import type { Pod } from '#types';
import { Missing } from './missing.ts';
import type { Mount } from './mounts.ts';
import { variablesOf, type KeysReader } from './variables.ts';
import { filesOfVolume, type ContentsReader, type FilesVolume } from './volumes.ts';

/** The annotations by which a pod waits: for its volumes, for the variables of its containers. */
const unmounted = 'sim/unmounted';
const unconfigured = 'sim/unconfigured';

/** What has a pod wait. */
export interface Held {
  readonly annotation: string;
  /** As a kubelet words it. */
  readonly text: string;
}

/** What has a pod wait no more. */
export const released: Readonly<Record<string, null>> = { [unmounted]: null, [unconfigured]: null };

/** Returns whether a pod has been made to wait. */
export function isHeld({ metadata: { annotations = {} } }: Pod): boolean {
  return [unmounted, unconfigured].some((name) => annotations[name] !== undefined);
}

/** Resolves with what has a container wait; a kubelet mounts volumes before it looks at variables. */
export async function whyHeld(
  pod: Pod,
  container: Container,
  mounts: readonly Mount[],
  reader: ContentsReader & KeysReader,
): Promise<Held | undefined> {
  const named = (container.volumeMounts ?? []).flatMap(({ name }): [string, FilesVolume][] => {
    const volume = pod.spec.volumes?.find((each) => each.name === name);
    return volume === undefined ? [] : [[name, volume]];
  });
  const ofOptions = mounts.map(({ folder, volume }): [string, FilesVolume] => [folder, volume]);
  for (const [name, volume] of [...named, ...ofOptions]) {
    const why = await missingIn(filesOfVolume(volume, reader, pod));
    if (why === undefined) continue;
    const text = `MountVolume.SetUp failed for volume "${name}" : ${why}`;
    return { annotation: unmounted, text };
  }
  const text = await missingIn(variablesOf(pod, container, reader));
  return text === undefined ? undefined : { annotation: unconfigured, text };
}

/** Resolves with what is missing, as a kubelet words it. */
async function missingIn(read: Promise<unknown>): Promise<string | undefined> {
  try {
    await read;
    return undefined;
  } catch (error) {
    if (error instanceof Missing) return error.asKubelet;
    throw error;
  }
}
