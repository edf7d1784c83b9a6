/** Taints of devices, and requests that tolerate them. */
import type { resourceV1 } from '#types';

type DeviceToleration = resourceV1.DeviceToleration;
type DeviceTaint = NonNullable<resourceV1.Device['taints']>[number];

/** Returns whether a request may have a device: it tolerates all taints that have an effect. */
export function isTolerated(
  { taints = [] }: resourceV1.Device,
  tolerations: readonly DeviceToleration[],
): boolean {
  return taints
    .filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute')
    .every((taint) => tolerations.some((each) => tolerates(each, taint)));
}

function tolerates(
  { effect, key, operator = 'Equal', value = '' }: DeviceToleration,
  taint: DeviceTaint,
): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key && key !== taint.key) return false;
  return operator === 'Exists' || (operator === 'Equal' && value === (taint.value ?? ''));
}
