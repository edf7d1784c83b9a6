/** What checks volumes and what provides them, loaded as one. */
export { validateClaimStatus } from './core/volume/validate-claim-status.ts';
export { validateClaimChange, validateClaimSpec } from './core/volume/validate-claims.ts';
export {
  validateMountOptions,
  validateVolumeChange,
  validateVolumeSpec,
} from './core/volume/validate-persistent-volume.ts';
export {
  validateCsiNode,
  validateCsiNodeChange,
  validateDriverChange,
  validateDriverSpec,
} from './storage/validate-csi.ts';
export {
  validateParameters,
  validateProvisioner,
  validateStorageClass,
} from './storage/validate-storage-class.ts';
export {
  validateAttachment,
  validateAttachmentChange,
  validateNewAttachment,
} from './storage/validate-volume-attachment.ts';
