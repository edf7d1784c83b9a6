/** core/v1: what pods mount. Notation: see src/schema/notation.ts. */
export const coreV1Volumes = `
Volume {
  awsElasticBlockStore: *AWSElasticBlockStoreVolumeSource #2.4
  azureDisk: *AzureDiskVolumeSource #2.22
  azureFile: *AzureFileVolumeSource #2.18
  cephfs: *CephFSVolumeSource #2.14
  cinder: *CinderVolumeSource #2.13
  configMap: *ConfigMapVolumeSource #2.19
  csi: *CSIVolumeSource #2.28
  downwardAPI: *DownwardAPIVolumeSource #2.16
  emptyDir: *EmptyDirVolumeSource #2.2
  ephemeral: *EphemeralVolumeSource #2.29
  fc: *FCVolumeSource #2.17
  flexVolume: *FlexVolumeSource #2.12
  flocker: *FlockerVolumeSource #2.15
  gcePersistentDisk: *GCEPersistentDiskVolumeSource #2.3
  gitRepo: *GitRepoVolumeSource #2.5
  glusterfs: *GlusterfsVolumeSource #2.9
  hostPath: *HostPathVolumeSource #2.1
  image: *ImageVolumeSource #2.30 since=1.31 gate=ImageVolume
  iscsi: *ISCSIVolumeSource #2.8
  name!: string #1
  nfs: *NFSVolumeSource #2.7
  persistentVolumeClaim: *PersistentVolumeClaimVolumeSource #2.10
  photonPersistentDisk: *PhotonPersistentDiskVolumeSource #2.23
  portworxVolume: *PortworxVolumeSource #2.24
  projected: *ProjectedVolumeSource #2.26
  quobyte: *QuobyteVolumeSource #2.21
  rbd: *RBDVolumeSource #2.11
  scaleIO: *ScaleIOVolumeSource #2.25
  secret: *SecretVolumeSource #2.6
  storageos: *StorageOSVolumeSource #2.27
  vsphereVolume: *VsphereVirtualDiskVolumeSource #2.20
}

ImageVolumeSource { pullPolicy: string(Always|IfNotPresent|Never) #2; reference: string #1 }

AWSElasticBlockStoreVolumeSource {
  fsType: string #2
  partition: int32 #3
  readOnly: boolean #4
  volumeID!: string #1
}

AzureDiskVolumeSource {
  cachingMode: *string(None|ReadOnly|ReadWrite) #3 = ReadWrite@1.31-
  diskName!: string #1
  diskURI!: string #2
  fsType: *string #4 = ext4@1.31-
  kind: *string(Dedicated|Managed|Shared) #6 = Shared@1.31-
  readOnly: *boolean #5 = false@1.31-
}

AzureFileVolumeSource { readOnly: boolean #3; secretName!: string #1; shareName!: string #2 }

CephFSVolumeSource {
  monitors!: [string] #1
  path: string #2
  readOnly: boolean #6
  secretFile: string #4
  secretRef: *LocalObjectReference #5
  user: string #3
}

CinderVolumeSource {
  fsType: string #2
  readOnly: boolean #3
  secretRef: *LocalObjectReference #4
  volumeID!: string #1
}

ConfigMapVolumeSource {
  defaultMode: *int32 #3
  defaultUser: *int64 #5 since=1.37 gate=AtomicWriteVolumeUserFields
  items: [KeyToPath] #2
  name: string #1.1 = ''@1.30-
  optional: *boolean #4
}

KeyToPath {
  key!: string #1
  mode: *int32 #3
  path!: string #2
  user: *int64 #4 since=1.37 gate=AtomicWriteVolumeUserFields
}

CSIVolumeSource {
  driver!: string #1
  fsType: *string #3
  nodePublishSecretRef: *LocalObjectReference #5
  readOnly: *boolean #2
  volumeAttributes: {string} #4
}

DownwardAPIVolumeSource {
  defaultMode: *int32 #2
  defaultUser: *int64 #3 since=1.37 gate=AtomicWriteVolumeUserFields
  items: [DownwardAPIVolumeFile] #1
}

DownwardAPIVolumeFile {
  fieldRef: *ObjectFieldSelector #2
  mode: *int32 #4
  path!: string #1
  resourceFieldRef: *ResourceFieldSelector #3
  user: *int64 #5 since=1.37 gate=AtomicWriteVolumeUserFields
}

EmptyDirVolumeSource {
  medium: string #1
  mode: *int32 #3 since=1.37 gate=EmptyDirVolumeMode
  sizeLimit: *Quantity #2
}
EphemeralVolumeSource { volumeClaimTemplate: *PersistentVolumeClaimTemplate #1 ungated }
PersistentVolumeClaimTemplate { metadata: ObjectMeta #1; spec!: PersistentVolumeClaimSpec #2 }

FCVolumeSource {
  fsType: string #3
  lun: *int32 #2
  readOnly: boolean #4
  targetWWNs: [string] #1
  wwids: [string] #5
}

FlexVolumeSource {
  driver!: string #1
  fsType: string #2
  options: {string} #5
  readOnly: boolean #4
  secretRef: *LocalObjectReference #3
}

FlockerVolumeSource { datasetName: string #1; datasetUUID: string #2 }

GCEPersistentDiskVolumeSource {
  fsType: string #2
  partition: int32 #3
  pdName!: string #1
  readOnly: boolean #4
}

GitRepoVolumeSource { directory: string #3; repository!: string #1; revision: string #2 }
GlusterfsVolumeSource { endpoints!: string #1; path!: string #2; readOnly: boolean #3 }
HostPathVolumeSource {
  path!: string #1
  type: *string(''|BlockDevice|CharDevice|Directory|DirectoryOrCreate|File|FileOrCreate|Socket) #2
}

ISCSIVolumeSource {
  chapAuthDiscovery: boolean #8
  chapAuthSession: boolean #11
  fsType: string #5
  initiatorName: *string #12
  iqn!: string #2
  iscsiInterface: string #4 = default@1.31-
  lun!: int32 #3
  portals: [string] #7
  readOnly: boolean #6
  secretRef: *LocalObjectReference #10
  targetPortal!: string #1
}

NFSVolumeSource { path!: string #2; readOnly: boolean #3; server!: string #1 }
PersistentVolumeClaimVolumeSource { claimName!: string #1; readOnly: boolean #2 }
PhotonPersistentDiskVolumeSource { fsType: string #2; pdID!: string #1 }
PortworxVolumeSource { fsType: string #2; readOnly: boolean #3; volumeID!: string #1 }
ProjectedVolumeSource {
  defaultMode: *int32 #2
  defaultUser: *int64 #3 since=1.37 gate=AtomicWriteVolumeUserFields
  sources: [VolumeProjection] #1 written
}

VolumeProjection {
  clusterTrustBundle: *ClusterTrustBundleProjection #5 since=1.29 gate=ClusterTrustBundleProjection
  configMap: *ConfigMapProjection #3
  downwardAPI: *DownwardAPIProjection #2
  podCertificate: *PodCertificateProjection #6 since=1.34 gate=PodCertificateRequest
  secret: *SecretProjection #1
  serviceAccountToken: *ServiceAccountTokenProjection #4
}

ClusterTrustBundleProjection {
  labelSelector: *LabelSelector #3
  name: *string #1
  optional: *boolean #5
  path!: string #4
  signerName: *string #2
  user: *int64 #6 since=1.37 gate=AtomicWriteVolumeUserFields
}

PodCertificateProjection {
  certificateChainPath: string #6
  credentialBundlePath: string #4
  keyPath: string #5
  keyType: string #2 required
  maxExpirationSeconds: *int32 #3
  signerName: string #1 required
  user: *int64 #8 since=1.37 gate=AtomicWriteVolumeUserFields
  userAnnotations: {string} #7 since=1.35
}

ConfigMapProjection { items: [KeyToPath] #2; name: string #1.1 = ''@1.30-; optional: *boolean #4 }
DownwardAPIProjection { items: [DownwardAPIVolumeFile] #1 }
SecretProjection { items: [KeyToPath] #2; name: string #1.1 = ''@1.30-; optional: *boolean #4 }

ServiceAccountTokenProjection {
  audience: string #1
  expirationSeconds: *int64 #2
  path!: string #3
  user: *int64 #4 since=1.37 gate=AtomicWriteVolumeUserFields
}

QuobyteVolumeSource {
  group: string #5
  readOnly: boolean #3
  registry!: string #1
  tenant: string #6
  user: string #4
  volume!: string #2
}

RBDVolumeSource {
  fsType: string #3
  image!: string #2
  keyring: string #6 = '/etc/ceph/keyring'@1.31-
  monitors!: [string] #1
  pool: string #4 = rbd@1.31-
  readOnly: boolean #8
  secretRef: *LocalObjectReference #7
  user: string #5 = admin@1.31-
}

ScaleIOVolumeSource {
  fsType: string #9 = xfs@1.31-
  gateway!: string #1
  protectionDomain: string #5
  readOnly: boolean #10
  secretRef!: *LocalObjectReference #3
  sslEnabled: boolean #4
  storageMode: string #7 = ThinProvisioned@1.31-
  storagePool: string #6
  system!: string #2
  volumeName: string #8
}

SecretVolumeSource {
  defaultMode: *int32 #3
  defaultUser: *int64 #5 since=1.37 gate=AtomicWriteVolumeUserFields
  items: [KeyToPath] #2
  optional: *boolean #4
  secretName: string #1
}

StorageOSVolumeSource {
  fsType: string #3
  readOnly: boolean #4
  secretRef: *LocalObjectReference #5
  volumeName: string #1
  volumeNamespace: string #2
}

VsphereVirtualDiskVolumeSource {
  fsType: string #2
  storagePolicyID: string #4
  storagePolicyName: string #3
  volumePath!: string #1
}
`;
