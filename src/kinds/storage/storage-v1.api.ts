/** storage/v1: classes of storage, attachments and what CSI drivers report. Notation: see src/schema/notation.ts. */
export const storageV1 =
  `
kind StorageClass {
  allowVolumeExpansion: *boolean #6
  allowedTopologies: [TopologySelectorTerm] #8 atomic
  mountOptions: [string] #5
  parameters: {string} #3
  provisioner!: string #2
  reclaimPolicy: *string #4 default=Delete
  volumeBindingMode: *string #7 default=Immediate
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

VolumeError { message: string #2; time: Time #1 }

kind CSIDriver { spec!: CSIDriverSpec #2 }

CSIDriverSpec {
  attachRequired: *boolean #1
  fsGroupPolicy: *string #5
  podInfoOnMount: *boolean #2
  requiresRepublish: *boolean #7
  storageCapacity: *boolean #4
  tokenRequests: [TokenRequest] #6 atomic
  volumeLifecycleModes: [string] #3 set
}

TokenRequest { audience!: string #1; expirationSeconds: *int64 #2 }

kind CSINode { spec!: CSINodeSpec #2 }
CSINodeSpec { drivers!: [CSINodeDriver] #1 merge=name }

CSINodeDriver {
  allocatable: *VolumeNodeResources #4
  name!: string #1
  nodeID!: string #2
  topologyKeys: [string] #3 written
}

VolumeNodeResources { count: *int32 #1 }
` + csiStorageCapacity();

/** storage/v1beta1: what was stable last. */
export const storageV1Beta1 = csiStorageCapacity();

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
