import type { PersistentVolumeClaimSpec, PersistentVolumeClaimStatus } from './core-v1.ts';
import type { TemplateMeta } from './templates.ts';

/** An entry of a stateful set's volumeClaimTemplates. Published as PersistentVolumeClaim. */
export interface VolumeClaimTemplate {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: TemplateMeta;
  readonly spec: PersistentVolumeClaimSpec;
  readonly status?: PersistentVolumeClaimStatus;
}
