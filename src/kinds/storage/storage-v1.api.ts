/** storage/v1: classes of storage, attachments and what CSI drivers report. Notation: see src/schema/notation.ts. */
export const storageV1 =
  `
kind StorageClass {
  allowVolumeExpansion: *boolean #6
  allowedTopologies: [TopologySelectorTerm] #8 atomic
  mountOptions: [string] #5
  parameters: {string} #3
  provisioner!: string #2
  reclaimPolicy: *string(Delete|Recycle|Retain) #4 default=Delete
  volumeBindingMode: *string(Immediate|WaitForFirstConsumer) #7 default=Immediate
}

kind VolumeAttachment { spec!: VolumeAttachmentSpec #2; status: VolumeAttachmentStatus #3 }

VolumeAttachmentSpec {
  attacher!: string #1
  nodeName!: string #3
  source!: VolumeAttachmentSource #2
}

VolumeAttachmentSource {
  inlineVolumeSpec: *PersistentVolumeSpec #2
  persistentVolumeName: *string #1
}

VolumeAttachmentStatus {
  attachError: *VolumeError #3
  attached!: boolean #1
  attachmentMetadata: {string} #2
  detachError: *VolumeError #4
}

VolumeError {
  errorCode: *int32 #3 since=1.33 gate=MutableCSINodeAllocatableCount
  message: string #2
  time: Time #1
}

kind CSIDriver { spec!: CSIDriverSpec #2 }

CSIDriverSpec {
  attachRequired: *boolean #1
  fsGroupPolicy: *string #5
  nodeAllocatableUpdatePeriodSeconds: *int64 #9 since=1.33 gate=MutableCSINodeAllocatableCount
  podInfoOnMount: *boolean #2
  preventPodSchedulingIfMissing: *boolean #11 since=1.36 gate=VolumeLimitScaling
  requiresRepublish: *boolean #7
  seLinuxMount: *boolean #8 since=1.25 gate=SELinuxMountReadWriteOncePod
  serviceAccountTokenInSecrets: *boolean #10 since=1.35 gate=CSIServiceAccountTokenSecrets
  storageCapacity: *boolean #4
  tokenRequests: [TokenRequest] #6 atomic
  volumeLifecycleModes: [string] #3 set
}

TokenRequest { audience!: string #1; expirationSeconds: *int64 #2 }

kind CSINode { spec!: CSINodeSpec #2; status: CSINodeStatus #3 since=1.37 }

CSINodeStatus { storageHealth: [StorageHealth] #1 gate=CSIVolumeHealth merge=name map=name }

StorageHealth { healthConditions: [StorageHealthCondition] #2 atomic; name!: string #1 }

StorageHealthCondition {
  accessMode: *string(ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod) #4
  lastTransitionTime: Time #6
  message: string #3
  reason!: string #2
  status!: string(StorageDegraded|StorageUnreachable) #1
  volumeMode: *string(Block|Filesystem) #5
}
CSINodeSpec { drivers!: [CSINodeDriver] #1 merge=name }

CSINodeDriver {
  allocatable: *VolumeNodeResources #4
  name!: string #1
  nodeID!: string #2
  topologyKeys: [string] #3 written
}

VolumeNodeResources { count: *int32 #1 }
` +
  csiStorageCapacity() +
  attributesClass();

/** storage/v1beta1: what was stable last. */
export const storageV1Beta1 = csiStorageCapacity() + attributesClass();

/** storage/v1alpha1 */
export const storageV1Alpha1 = attributesClass();

function csiStorageCapacity(): string {
  return `
kind CSIStorageCapacity {
  capacity: *Quantity #4
  maximumVolumeSize: *Quantity #5
  nodeTopology: *LabelSelector #2
  storageClassName!: string #3
}
`;
}

function attributesClass(): string {
  return `
kind VolumeAttributesClass { driverName!: string #2; parameters: {string} #3 }
`;
}
