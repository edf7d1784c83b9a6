/** storage/v1: classes of storage, attachments and what CSI drivers report. Notation: see parse.ts. */
export const storageV1 =
  `
kind StorageClass {
  allowVolumeExpansion: *boolean
  allowedTopologies: [TopologySelectorTerm] atomic
  mountOptions: [string]
  parameters: {string}
  provisioner!: string
  reclaimPolicy: *string
  volumeBindingMode: *string
}

kind VolumeAttachment { spec!: VolumeAttachmentSpec; status: VolumeAttachmentStatus }

VolumeAttachmentSpec {
  attacher!: string
  nodeName!: string
  source!: VolumeAttachmentSource
}

VolumeAttachmentSource {
  inlineVolumeSpec: *PersistentVolumeSpec
  persistentVolumeName: *string
}

VolumeAttachmentStatus {
  attachError: *VolumeError
  attached!: boolean
  attachmentMetadata: {string}
  detachError: *VolumeError
}

VolumeError { message: string; time: Time }

kind CSIDriver { spec!: CSIDriverSpec }

CSIDriverSpec {
  attachRequired: *boolean
  fsGroupPolicy: *string
  podInfoOnMount: *boolean
  requiresRepublish: *boolean
  storageCapacity: *boolean
  tokenRequests: [TokenRequest] atomic
  volumeLifecycleModes: [string] set
}

TokenRequest { audience!: string; expirationSeconds: *int64 }

kind CSINode { spec!: CSINodeSpec }
CSINodeSpec { drivers!: [CSINodeDriver] merge=name }

CSINodeDriver {
  allocatable: *VolumeNodeResources
  name!: string
  nodeID!: string
  topologyKeys: [string] written
}

VolumeNodeResources { count: *int32 }
` + csiStorageCapacity();

/** storage/v1beta1: what was stable last. */
export const storageV1Beta1 = csiStorageCapacity();

function csiStorageCapacity(): string {
  return `
kind CSIStorageCapacity {
  capacity: *Quantity
  maximumVolumeSize: *Quantity
  nodeTopology: *LabelSelector
  storageClassName!: string
}
`;
}
