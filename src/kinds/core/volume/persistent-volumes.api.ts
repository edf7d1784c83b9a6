/** core/v1: volumes that outlive pods, and claims on them. Notation: see parse.ts. */
export const coreV1PersistentVolumes = `
kind PersistentVolumeClaim {
  spec: PersistentVolumeClaimSpec
  status: PersistentVolumeClaimStatus
}

PersistentVolumeClaimSpec {
  accessModes: [string]
  dataSource: *TypedLocalObjectReference
  dataSourceRef: *TypedLocalObjectReference
  resources: ResourceRequirements
  selector: *LabelSelector
  storageClassName: *string
  volumeMode: *string
  volumeName: string
}

PersistentVolumeClaimStatus {
  accessModes: [string]
  allocatedResources: {Quantity}
  capacity: {Quantity}
  conditions: [PersistentVolumeClaimCondition] merge=type
  phase: string(Bound|Lost|Pending)
  resizeStatus: *string
}

PersistentVolumeClaimCondition {
  lastProbeTime: Time
  lastTransitionTime: Time
  message: string
  reason: string
  status!: string
  type!: string
}

kind PersistentVolume { spec: PersistentVolumeSpec; status: PersistentVolumeStatus }

PersistentVolumeSpec {
  accessModes: [string]
  awsElasticBlockStore: *AWSElasticBlockStoreVolumeSource
  azureDisk: *AzureDiskVolumeSource
  azureFile: *AzureFilePersistentVolumeSource
  capacity: {Quantity}
  cephfs: *CephFSPersistentVolumeSource
  cinder: *CinderPersistentVolumeSource
  claimRef: *ObjectReference
  csi: *CSIPersistentVolumeSource
  fc: *FCVolumeSource
  flexVolume: *FlexPersistentVolumeSource
  flocker: *FlockerVolumeSource
  gcePersistentDisk: *GCEPersistentDiskVolumeSource
  glusterfs: *GlusterfsPersistentVolumeSource
  hostPath: *HostPathVolumeSource
  iscsi: *ISCSIPersistentVolumeSource
  local: *LocalVolumeSource
  mountOptions: [string]
  nfs: *NFSVolumeSource
  nodeAffinity: *VolumeNodeAffinity
  persistentVolumeReclaimPolicy: string(Delete|Recycle|Retain)
  photonPersistentDisk: *PhotonPersistentDiskVolumeSource
  portworxVolume: *PortworxVolumeSource
  quobyte: *QuobyteVolumeSource
  rbd: *RBDPersistentVolumeSource
  scaleIO: *ScaleIOPersistentVolumeSource
  storageClassName: string
  storageos: *StorageOSPersistentVolumeSource
  volumeMode: *string
  vsphereVolume: *VsphereVirtualDiskVolumeSource
}

PersistentVolumeStatus {
  message: string
  phase: string(Available|Bound|Failed|Pending|Released)
  reason: string
}

AzureFilePersistentVolumeSource {
  readOnly: boolean
  secretName!: string
  secretNamespace: *string written
  shareName!: string
}

CephFSPersistentVolumeSource {
  monitors!: [string]
  path: string
  readOnly: boolean
  secretFile: string
  secretRef: *SecretReference
  user: string
}

CinderPersistentVolumeSource {
  fsType: string
  readOnly: boolean
  secretRef: *SecretReference
  volumeID!: string
}

CSIPersistentVolumeSource {
  controllerExpandSecretRef: *SecretReference
  controllerPublishSecretRef: *SecretReference
  driver!: string
  fsType: string
  nodePublishSecretRef: *SecretReference
  nodeStageSecretRef: *SecretReference
  readOnly: boolean
  volumeAttributes: {string}
  volumeHandle!: string
}

FlexPersistentVolumeSource {
  driver!: string
  fsType: string
  options: {string}
  readOnly: boolean
  secretRef: *SecretReference
}

GlusterfsPersistentVolumeSource {
  endpoints!: string
  endpointsNamespace: *string
  path!: string
  readOnly: boolean
}

ISCSIPersistentVolumeSource {
  chapAuthDiscovery: boolean
  chapAuthSession: boolean
  fsType: string
  initiatorName: *string
  iqn!: string
  iscsiInterface: string
  lun!: int32
  portals: [string]
  readOnly: boolean
  secretRef: *SecretReference
  targetPortal!: string
}

LocalVolumeSource { fsType: *string; path!: string }
VolumeNodeAffinity { required: *NodeSelector }

RBDPersistentVolumeSource {
  fsType: string
  image!: string
  keyring: string
  monitors!: [string]
  pool: string
  readOnly: boolean
  secretRef: *SecretReference
  user: string
}

ScaleIOPersistentVolumeSource {
  fsType: string
  gateway!: string
  protectionDomain: string
  readOnly: boolean
  secretRef!: *SecretReference
  sslEnabled: boolean
  storageMode: string
  storagePool: string
  system!: string
  volumeName: string
}

StorageOSPersistentVolumeSource {
  fsType: string
  readOnly: boolean
  secretRef: *ObjectReference
  volumeName: string
  volumeNamespace: string
}

atomic SecretReference { name: string; namespace: string }

atomic TopologySelectorTerm { matchLabelExpressions: [TopologySelectorLabelRequirement] }
TopologySelectorLabelRequirement { key!: string; values!: [string] }
`;
