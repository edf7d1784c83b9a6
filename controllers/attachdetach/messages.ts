/** Texts of events about volumes, with v1.24's words. */
import type { Pod } from '#types';

/** It ends with a space, as v1.24's. */
export function attachedText(volume: string): string {
  return `AttachVolume.Attach succeeded for volume ${JSON.stringify(volume)} `;
}

export function failedText(volume: string, why: string): string {
  return `AttachVolume.Attach failed for volume ${JSON.stringify(volume)} : ${why}`;
}

/** @param users pods on other nodes that use the volume; those of other namespaces are not named */
export function multiAttachText(volume: string, pod: Pod, users: readonly Pod[]): string {
  const { namespace } = pod.metadata;
  const own = users.filter(({ metadata }) => metadata.namespace === namespace);
  const foreign = users.length - own.length;
  return `Multi-Attach error for volume ${JSON.stringify(volume)} ${whyNot(own, foreign)}`;
}

function whyNot(own: readonly Pod[], foreign: number): string {
  if (own.length + foreign === 0) {
    return "Volume is already exclusively attached to one node and can't be attached to another";
  }
  const elsewhere = `${foreign} pod(s) in different namespaces`;
  if (own.length === 0) return `Volume is already used by ${elsewhere}`;
  const names = own.map(({ metadata }) => metadata.name).join(', ');
  return `Volume is already used by pod(s) ${names}${foreign > 0 ? ` and ${elsewhere}` : ''}`;
}
