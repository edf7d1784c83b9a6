/** core/v1: the numbers of fields in the protobuf encoding. Notation: see protobuf.ts. */
export const coreV1Numbers = `
LocalObjectReference name
NodeSelector nodeSelectorTerms
NodeSelectorTerm matchExpressions matchFields
NodeSelectorRequirement key operator values
ObjectReference kind namespace name uid apiVersion resourceVersion fieldPath
ResourceRequirements limits requests
TypedLocalObjectReference apiGroup? kind name
Pod metadata spec status
PodSpec volumes containers restartPolicy terminationGracePeriodSeconds? activeDeadlineSeconds?
  dnsPolicy nodeSelector serviceAccountName serviceAccount nodeName hostNetwork hostPID hostIPC
  securityContext imagePullSecrets hostname subdomain affinity schedulerName initContainers
  automountServiceAccountToken? tolerations hostAliases priorityClassName priority? dnsConfig
  shareProcessNamespace? readinessGates runtimeClassName? enableServiceLinks? preemptionPolicy?
  overhead topologySpreadConstraints ephemeralContainers setHostnameAsFQDN? os
Affinity nodeAffinity podAffinity podAntiAffinity
NodeAffinity requiredDuringSchedulingIgnoredDuringExecution
  preferredDuringSchedulingIgnoredDuringExecution
PreferredSchedulingTerm weight preference
PodAffinity requiredDuringSchedulingIgnoredDuringExecution
  preferredDuringSchedulingIgnoredDuringExecution
WeightedPodAffinityTerm weight podAffinityTerm
PodAffinityTerm labelSelector namespaces topologyKey namespaceSelector
PodAntiAffinity requiredDuringSchedulingIgnoredDuringExecution
  preferredDuringSchedulingIgnoredDuringExecution
PodDNSConfig nameservers searches options
PodDNSConfigOption name value?
HostAlias ip hostnames
PodOS name
PodReadinessGate conditionType
PodSecurityContext seLinuxOptions runAsUser? runAsNonRoot? supplementalGroups fsGroup? runAsGroup?
  sysctls windowsOptions fsGroupChangePolicy? seccompProfile
Sysctl name value
Toleration key operator value effect tolerationSeconds?
TopologySpreadConstraint maxSkew topologyKey whenUnsatisfiable labelSelector minDomains?
PodStatus phase conditions message reason hostIP podIP startTime containerStatuses qosClass
  initContainerStatuses nominatedNodeName podIPs ephemeralContainerStatuses
PodCondition type status lastProbeTime lastTransitionTime reason message
PodIP ip
PodTemplate metadata template
PodTemplateSpec metadata spec
ReplicationController metadata spec status
ReplicationControllerSpec replicas? selector template minReadySeconds
ReplicationControllerStatus replicas fullyLabeledReplicas observedGeneration readyReplicas
  availableReplicas conditions
ReplicationControllerCondition type status lastTransitionTime reason message
Container name image command args workingDir ports env resources volumeMounts livenessProbe
  readinessProbe lifecycle terminationMessagePath imagePullPolicy securityContext stdin stdinOnce
  tty envFrom terminationMessagePolicy volumeDevices startupProbe
EnvVar name value valueFrom
EnvVarSource fieldRef resourceFieldRef configMapKeyRef secretKeyRef
ConfigMapKeySelector {name} key optional?
ObjectFieldSelector apiVersion fieldPath
ResourceFieldSelector containerName resource divisor
SecretKeySelector {name} key optional?
EnvFromSource prefix configMapRef secretRef
ConfigMapEnvSource {name} optional?
SecretEnvSource {name} optional?
Lifecycle postStart preStop
LifecycleHandler exec httpGet tcpSocket
ExecAction command
HTTPGetAction path port host scheme httpHeaders
HTTPHeader name value
TCPSocketAction port host
Probe {exec httpGet tcpSocket grpc} initialDelaySeconds timeoutSeconds periodSeconds
  successThreshold failureThreshold terminationGracePeriodSeconds?
GRPCAction port service?
ContainerPort name hostPort containerPort protocol hostIP
SecurityContext capabilities privileged? seLinuxOptions runAsUser? runAsNonRoot?
  readOnlyRootFilesystem? allowPrivilegeEscalation? runAsGroup? procMount? windowsOptions
  seccompProfile
Capabilities add drop
SELinuxOptions user role type level
SeccompProfile type localhostProfile?
WindowsSecurityContextOptions gmsaCredentialSpecName? gmsaCredentialSpec? runAsUserName?
  hostProcess?
VolumeDevice name devicePath
VolumeMount name readOnly mountPath subPath mountPropagation? subPathExpr
ContainerStatus name state lastState ready restartCount image imageID containerID started?
ContainerState waiting running terminated
ContainerStateRunning startedAt
ContainerStateTerminated exitCode signal reason message startedAt finishedAt containerID
ContainerStateWaiting reason message
EphemeralContainer {name image command args workingDir ports env resources volumeMounts
  livenessProbe readinessProbe lifecycle terminationMessagePath imagePullPolicy securityContext
  stdin stdinOnce tty envFrom terminationMessagePolicy volumeDevices startupProbe}
  targetContainerName
PersistentVolumeClaim metadata spec status
PersistentVolumeClaimSpec accessModes resources volumeName selector storageClassName? volumeMode?
  dataSource dataSourceRef
PersistentVolumeClaimStatus phase accessModes capacity conditions allocatedResources resizeStatus?
PersistentVolumeClaimCondition type status lastProbeTime lastTransitionTime reason message
Volume name {hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi
  glusterfs persistentVolumeClaim rbd flexVolume cinder cephfs flocker downwardAPI fc azureFile
  configMap vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO projected
  storageos csi ephemeral}
AWSElasticBlockStoreVolumeSource volumeID fsType partition readOnly
AzureDiskVolumeSource diskName diskURI cachingMode? fsType? readOnly? kind?
AzureFileVolumeSource secretName shareName readOnly
CephFSVolumeSource monitors path user secretFile secretRef readOnly
CinderVolumeSource volumeID fsType readOnly secretRef
ConfigMapVolumeSource {name} items defaultMode? optional?
KeyToPath key path mode?
CSIVolumeSource driver readOnly? fsType? volumeAttributes nodePublishSecretRef
DownwardAPIVolumeSource items defaultMode?
DownwardAPIVolumeFile path fieldRef resourceFieldRef mode?
EmptyDirVolumeSource medium sizeLimit
EphemeralVolumeSource volumeClaimTemplate
PersistentVolumeClaimTemplate metadata spec
FCVolumeSource targetWWNs lun? fsType readOnly wwids
FlexVolumeSource driver fsType secretRef readOnly options
FlockerVolumeSource datasetName datasetUUID
GCEPersistentDiskVolumeSource pdName fsType partition readOnly
GitRepoVolumeSource repository revision directory
GlusterfsVolumeSource endpoints path readOnly
HostPathVolumeSource path type?
ISCSIVolumeSource targetPortal iqn lun iscsiInterface fsType readOnly portals chapAuthDiscovery
  10:secretRef chapAuthSession initiatorName?
NFSVolumeSource server path readOnly
PersistentVolumeClaimVolumeSource claimName readOnly
PhotonPersistentDiskVolumeSource pdID fsType
PortworxVolumeSource volumeID fsType readOnly
ProjectedVolumeSource sources defaultMode?
VolumeProjection secret downwardAPI configMap serviceAccountToken
ConfigMapProjection {name} items 4:optional?
DownwardAPIProjection items
SecretProjection {name} items 4:optional?
ServiceAccountTokenProjection audience expirationSeconds? path
QuobyteVolumeSource registry volume readOnly user group tenant
RBDVolumeSource monitors image fsType pool user keyring secretRef readOnly
ScaleIOVolumeSource gateway system secretRef sslEnabled protectionDomain storagePool storageMode
  volumeName fsType readOnly
SecretVolumeSource secretName items defaultMode? optional?
StorageOSVolumeSource volumeName volumeNamespace fsType readOnly secretRef
VsphereVirtualDiskVolumeSource volumePath fsType storagePolicyName storagePolicyID
Node metadata spec status
NodeSpec podCIDR externalID providerID unschedulable taints configSource podCIDRs
NodeConfigSource 2:configMap
ConfigMapNodeConfigSource namespace name uid resourceVersion kubeletConfigKey
Taint key value effect timeAdded
NodeStatus capacity allocatable phase conditions addresses daemonEndpoints nodeInfo images
  volumesInUse volumesAttached config
NodeAddress type address
NodeCondition type status lastHeartbeatTime lastTransitionTime reason message
NodeConfigStatus assigned active lastKnownGood error
NodeDaemonEndpoints kubeletEndpoint
DaemonEndpoint Port
ContainerImage names sizeBytes
NodeSystemInfo machineID systemUUID bootID kernelVersion osImage containerRuntimeVersion
  kubeletVersion kubeProxyVersion operatingSystem architecture
AttachedVolume name devicePath
Endpoints metadata subsets
EndpointSubset addresses notReadyAddresses ports
EndpointAddress ip targetRef hostname nodeName?
EndpointPort name port protocol appProtocol?
Service metadata spec status
ServiceSpec ports selector clusterIP type externalIPs 7:sessionAffinity loadBalancerIP
  loadBalancerSourceRanges externalName externalTrafficPolicy healthCheckNodePort
  publishNotReadyAddresses sessionAffinityConfig 17:ipFamilyPolicy? clusterIPs ipFamilies
  allocateLoadBalancerNodePorts? loadBalancerClass? internalTrafficPolicy?
ServicePort name protocol port targetPort nodePort appProtocol?
SessionAffinityConfig clientIP
ClientIPConfig timeoutSeconds?
ServiceStatus loadBalancer conditions
LoadBalancerStatus ingress
LoadBalancerIngress ip hostname 4:ports
PortStatus port protocol error?
Binding metadata target
ConfigMap metadata data binaryData immutable?
Event metadata involvedObject reason message source firstTimestamp lastTimestamp count type
  eventTime series action related reportingComponent reportingInstance
EventSeries count lastObservedTime
EventSource component host
LimitRange metadata spec
LimitRangeSpec limits
LimitRangeItem type max min default defaultRequest maxLimitRequestRatio
Namespace metadata spec status
NamespaceSpec finalizers
NamespaceStatus phase conditions
NamespaceCondition type status 4:lastTransitionTime reason message
ResourceQuota metadata spec status
ResourceQuotaSpec hard scopes scopeSelector
ScopeSelector matchExpressions
ScopedResourceSelectorRequirement scopeName operator values
ResourceQuotaStatus hard used
Secret metadata data type stringData immutable?
ServiceAccount metadata secrets imagePullSecrets automountServiceAccountToken?
`;
