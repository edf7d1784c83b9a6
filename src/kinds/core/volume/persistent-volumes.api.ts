/** core/v1: volumes that outlive pods, and claims on them. Notation: see src/schema/notation.ts. */
export const coreV1PersistentVolumes = `
kind PersistentVolumeClaim {
  spec: PersistentVolumeClaimSpec #2
  status: PersistentVolumeClaimStatus #3
}

PersistentVolumeClaimSpec {
  accessModes: [string(ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod)] #1
  dataSource: *TypedLocalObjectReference #7
  dataSourceRef: *TypedLocalObjectReference #8 until=1.25
  dataSourceRef: *TypedObjectReference #8 since=1.26 ungated
  resources: ResourceRequirements #2 until=1.28
  resources: VolumeResourceRequirements #2 since=1.29
  selector: *LabelSelector #4
  storageClassName: *string #5
  volumeAttributesClassName: *string #9 since=1.29 gate=VolumeAttributesClass
  volumeMode: *string(Block|Filesystem) #6
  volumeName: string #3
}

PersistentVolumeClaimStatus {
  accessModes: [string(ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod)] #2
  allocatedResourceStatuses: {string(ControllerResizeFailed@1.30-1.30|ControllerResizeInProgress|ControllerResizeInfeasible@1.31-|NodeResizeFailed@1.30-1.30|NodeResizeInProgress|NodeResizeInfeasible@1.31-|NodeResizePending)} #7 since=1.28 gate=RecoverVolumeExpansionFailure
  allocatedResources: {Quantity} #5 gate=RecoverVolumeExpansionFailure
  capacity: {Quantity} #3
  conditions: [PersistentVolumeClaimCondition] #4 merge=type
  currentVolumeAttributesClassName: *string #8 since=1.29 gate=VolumeAttributesClass
  healthStatus: *VolumeHealthStatus #10 since=1.37 gate=CSIVolumeHealth
  modifyVolumeStatus: *ModifyVolumeStatus #9 since=1.29 gate=VolumeAttributesClass
  phase: string(Bound|Lost|Pending) #1
  resizeStatus: *string(''|ControllerExpansionFailed|ControllerExpansionInProgress|NodeExpansionFailed|NodeExpansionInProgress|NodeExpansionPending) #6 gate=RecoverVolumeExpansionFailure until=1.27
}

VolumeHealthStatus {
  healthConditions: [VolumeHealthCondition] #1 merge=status map=status,reason
  lastTransitionTime: Time #2
}

ModifyVolumeStatus {
  status!: string(InProgress|Infeasible|Pending) #2
  targetVolumeAttributesClassName: string #1
}

PersistentVolumeClaimCondition {
  lastProbeTime: Time #3
  lastTransitionTime: Time #4
  message: string #6
  reason: string #5
  status!: string #2
  type!: string #1
}

kind PersistentVolume { spec: PersistentVolumeSpec #2; status: PersistentVolumeStatus #3 }

PersistentVolumeSpec {
  accessModes: [string(ReadOnlyMany|ReadWriteMany|ReadWriteOnce|ReadWriteOncePod)] #3
  awsElasticBlockStore: *AWSElasticBlockStoreVolumeSource #2.2
  azureDisk: *AzureDiskVolumeSource #2.16
  azureFile: *AzureFilePersistentVolumeSource #2.13
  capacity: {Quantity} #1
  cephfs: *CephFSPersistentVolumeSource #2.9
  cinder: *CinderPersistentVolumeSource #2.8
  claimRef: *ObjectReference #4 granular@1.25-
  csi: *CSIPersistentVolumeSource #2.22
  fc: *FCVolumeSource #2.10
  flexVolume: *FlexPersistentVolumeSource #2.12
  flocker: *FlockerVolumeSource #2.11
  gcePersistentDisk: *GCEPersistentDiskVolumeSource #2.1
  glusterfs: *GlusterfsPersistentVolumeSource #2.4
  hostPath: *HostPathVolumeSource #2.3
  iscsi: *ISCSIPersistentVolumeSource #2.7
  local: *LocalVolumeSource #2.20
  mountOptions: [string] #7
  nfs: *NFSVolumeSource #2.5
  nodeAffinity: *VolumeNodeAffinity #9
  persistentVolumeReclaimPolicy: string(Delete|Recycle|Retain) #5
  photonPersistentDisk: *PhotonPersistentDiskVolumeSource #2.17
  portworxVolume: *PortworxVolumeSource #2.18
  quobyte: *QuobyteVolumeSource #2.15
  rbd: *RBDPersistentVolumeSource #2.6
  scaleIO: *ScaleIOPersistentVolumeSource #2.19
  storageClassName: string #6
  storageos: *StorageOSPersistentVolumeSource #2.21
  volumeAttributesClassName: *string #10 since=1.29 until=1.30
  volumeAttributesClassName: *string #10 since=1.31 gate=VolumeAttributesClass
  volumeMode: *string(Block|Filesystem) #8
  vsphereVolume: *VsphereVirtualDiskVolumeSource #2.14
}

PersistentVolumeStatus {
  lastPhaseTransitionTime: *Time #4 since=1.28 gate=PersistentVolumeLastPhaseTransitionTime
  message: string #2
  phase: string(Available|Bound|Failed|Pending|Released) #1
  reason: string #3
}

AzureFilePersistentVolumeSource {
  readOnly: boolean #3
  secretName!: string #1
  secretNamespace: *string #4 written
  shareName!: string #2
}

CephFSPersistentVolumeSource {
  monitors!: [string] #1
  path: string #2
  readOnly: boolean #6
  secretFile: string #4
  secretRef: *SecretReference #5
  user: string #3
}

CinderPersistentVolumeSource {
  fsType: string #2
  readOnly: boolean #3
  secretRef: *SecretReference #4
  volumeID!: string #1
}

CSIPersistentVolumeSource {
  controllerExpandSecretRef: *SecretReference #9
  controllerPublishSecretRef: *SecretReference #6
  driver!: string #1
  fsType: string #4
  nodeExpandSecretRef: *SecretReference #10 since=1.25 gate=CSINodeExpandSecret
  nodePublishSecretRef: *SecretReference #8
  nodeStageSecretRef: *SecretReference #7
  readOnly: boolean #3
  volumeAttributes: {string} #5
  volumeHandle!: string #2
}

FlexPersistentVolumeSource {
  driver!: string #1
  fsType: string #2
  options: {string} #5
  readOnly: boolean #4
  secretRef: *SecretReference #3
}

GlusterfsPersistentVolumeSource {
  endpoints!: string #1
  endpointsNamespace: *string #4
  path!: string #2
  readOnly: boolean #3
}

ISCSIPersistentVolumeSource {
  chapAuthDiscovery: boolean #8
  chapAuthSession: boolean #11
  fsType: string #5
  initiatorName: *string #12
  iqn!: string #2
  iscsiInterface: string #4 = default@1.31-
  lun!: int32 #3
  portals: [string] #7
  readOnly: boolean #6
  secretRef: *SecretReference #10
  targetPortal!: string #1
}

LocalVolumeSource { fsType: *string #2; path!: string #1 }
VolumeNodeAffinity { required: *NodeSelector #1 }

RBDPersistentVolumeSource {
  fsType: string #3
  image!: string #2
  keyring: string #6 = '/etc/ceph/keyring'@1.31-
  monitors!: [string] #1
  pool: string #4 = rbd@1.31-
  readOnly: boolean #8
  secretRef: *SecretReference #7
  user: string #5 = admin@1.31-
}

ScaleIOPersistentVolumeSource {
  fsType: string #9 = xfs@1.31-
  gateway!: string #1
  protectionDomain: string #5
  readOnly: boolean #10
  secretRef!: *SecretReference #3
  sslEnabled: boolean #4
  storageMode: string #7 = ThinProvisioned@1.31-
  storagePool: string #6
  system!: string #2
  volumeName: string #8
}

StorageOSPersistentVolumeSource {
  fsType: string #3
  readOnly: boolean #4
  secretRef: *ObjectReference #5
  volumeName: string #1
  volumeNamespace: string #2
}

atomic SecretReference { name: string #1; namespace: string #2 }

atomic TopologySelectorTerm { matchLabelExpressions: [TopologySelectorLabelRequirement] #1 }
TopologySelectorLabelRequirement { key!: string #1; values!: [string] #2 }
`;
