import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { limitRanger } from './limit-ranger.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import type { AdmissionPlugin } from './plugin.ts';
import { priority } from './priority.ts';
import { resourceQuota } from './resource-quota.ts';
import { runtimeClass } from './runtime-class.ts';
import { taintNodesByCondition } from './taint-nodes.ts';

export type { AdmissionAccess } from './access.ts';
export type { Chain } from './admission.ts';
export type { AdmissionPlugin, AdmissionRequest, Operation } from './plugin.ts';

/** The plugins in the order in which v1.24 asks them. A new one is a file and a line. */
export const defaultPlugins: readonly AdmissionPlugin[] = [
  namespaceLifecycle,
  limitRanger,
  taintNodesByCondition,
  priority,
  defaultTolerationSeconds,
  runtimeClass,
  resourceQuota,
];
