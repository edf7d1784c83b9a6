/** core/v1: what pods mount. Notation: see parse.ts. */
export const coreV1Volumes = `
Volume {
  awsElasticBlockStore: *AWSElasticBlockStoreVolumeSource
  azureDisk: *AzureDiskVolumeSource
  azureFile: *AzureFileVolumeSource
  cephfs: *CephFSVolumeSource
  cinder: *CinderVolumeSource
  configMap: *ConfigMapVolumeSource
  csi: *CSIVolumeSource
  downwardAPI: *DownwardAPIVolumeSource
  emptyDir: *EmptyDirVolumeSource
  ephemeral: *EphemeralVolumeSource
  fc: *FCVolumeSource
  flexVolume: *FlexVolumeSource
  flocker: *FlockerVolumeSource
  gcePersistentDisk: *GCEPersistentDiskVolumeSource
  gitRepo: *GitRepoVolumeSource
  glusterfs: *GlusterfsVolumeSource
  hostPath: *HostPathVolumeSource
  iscsi: *ISCSIVolumeSource
  name!: string
  nfs: *NFSVolumeSource
  persistentVolumeClaim: *PersistentVolumeClaimVolumeSource
  photonPersistentDisk: *PhotonPersistentDiskVolumeSource
  portworxVolume: *PortworxVolumeSource
  projected: *ProjectedVolumeSource
  quobyte: *QuobyteVolumeSource
  rbd: *RBDVolumeSource
  scaleIO: *ScaleIOVolumeSource
  secret: *SecretVolumeSource
  storageos: *StorageOSVolumeSource
  vsphereVolume: *VsphereVirtualDiskVolumeSource
}

AWSElasticBlockStoreVolumeSource {
  fsType: string
  partition: int32
  readOnly: boolean
  volumeID!: string
}

AzureDiskVolumeSource {
  cachingMode: *string
  diskName!: string
  diskURI!: string
  fsType: *string
  kind: *string
  readOnly: *boolean
}

AzureFileVolumeSource { readOnly: boolean; secretName!: string; shareName!: string }

CephFSVolumeSource {
  monitors!: [string]
  path: string
  readOnly: boolean
  secretFile: string
  secretRef: *LocalObjectReference
  user: string
}

CinderVolumeSource {
  fsType: string
  readOnly: boolean
  secretRef: *LocalObjectReference
  volumeID!: string
}

ConfigMapVolumeSource {
  defaultMode: *int32
  items: [KeyToPath]
  name: string
  optional: *boolean
}

KeyToPath { key!: string; mode: *int32; path!: string }

CSIVolumeSource {
  driver!: string
  fsType: *string
  nodePublishSecretRef: *LocalObjectReference
  readOnly: *boolean
  volumeAttributes: {string}
}

DownwardAPIVolumeSource { defaultMode: *int32; items: [DownwardAPIVolumeFile] }

DownwardAPIVolumeFile {
  fieldRef: *ObjectFieldSelector
  mode: *int32
  path!: string
  resourceFieldRef: *ResourceFieldSelector
}

EmptyDirVolumeSource { medium: string; sizeLimit: *Quantity }
EphemeralVolumeSource { volumeClaimTemplate: *PersistentVolumeClaimTemplate }
PersistentVolumeClaimTemplate { metadata: ObjectMeta; spec!: PersistentVolumeClaimSpec }

FCVolumeSource {
  fsType: string
  lun: *int32
  readOnly: boolean
  targetWWNs: [string]
  wwids: [string]
}

FlexVolumeSource {
  driver!: string
  fsType: string
  options: {string}
  readOnly: boolean
  secretRef: *LocalObjectReference
}

FlockerVolumeSource { datasetName: string; datasetUUID: string }

GCEPersistentDiskVolumeSource {
  fsType: string
  partition: int32
  pdName!: string
  readOnly: boolean
}

GitRepoVolumeSource { directory: string; repository!: string; revision: string }
GlusterfsVolumeSource { endpoints!: string; path!: string; readOnly: boolean }
HostPathVolumeSource { path!: string; type: *string }

ISCSIVolumeSource {
  chapAuthDiscovery: boolean
  chapAuthSession: boolean
  fsType: string
  initiatorName: *string
  iqn!: string
  iscsiInterface: string
  lun!: int32
  portals: [string]
  readOnly: boolean
  secretRef: *LocalObjectReference
  targetPortal!: string
}

NFSVolumeSource { path!: string; readOnly: boolean; server!: string }
PersistentVolumeClaimVolumeSource { claimName!: string; readOnly: boolean }
PhotonPersistentDiskVolumeSource { fsType: string; pdID!: string }
PortworxVolumeSource { fsType: string; readOnly: boolean; volumeID!: string }
ProjectedVolumeSource { defaultMode: *int32; sources: [VolumeProjection] written }

VolumeProjection {
  configMap: *ConfigMapProjection
  downwardAPI: *DownwardAPIProjection
  secret: *SecretProjection
  serviceAccountToken: *ServiceAccountTokenProjection
}

ConfigMapProjection { items: [KeyToPath]; name: string; optional: *boolean }
DownwardAPIProjection { items: [DownwardAPIVolumeFile] }
SecretProjection { items: [KeyToPath]; name: string; optional: *boolean }

ServiceAccountTokenProjection {
  audience: string
  expirationSeconds: *int64
  path!: string
}

QuobyteVolumeSource {
  group: string
  readOnly: boolean
  registry!: string
  tenant: string
  user: string
  volume!: string
}

RBDVolumeSource {
  fsType: string
  image!: string
  keyring: string
  monitors!: [string]
  pool: string
  readOnly: boolean
  secretRef: *LocalObjectReference
  user: string
}

ScaleIOVolumeSource {
  fsType: string
  gateway!: string
  protectionDomain: string
  readOnly: boolean
  secretRef!: *LocalObjectReference
  sslEnabled: boolean
  storageMode: string
  storagePool: string
  system!: string
  volumeName: string
}

SecretVolumeSource {
  defaultMode: *int32
  items: [KeyToPath]
  optional: *boolean
  secretName: string
}

StorageOSVolumeSource {
  fsType: string
  readOnly: boolean
  secretRef: *LocalObjectReference
  volumeName: string
  volumeNamespace: string
}

VsphereVirtualDiskVolumeSource {
  fsType: string
  storagePolicyID: string
  storagePolicyName: string
  volumePath!: string
}
`;
