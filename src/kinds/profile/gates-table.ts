/** The feature gates of Kubernetes, each with its states in 1.24 to 1.37. See gates.ts for what a line says. */
export const gatesTable = `
APIListChunking 24 beta on, 29 GA on locked, 33 gone
APIPriorityAndFairness 24 beta on, 29 GA on locked, 31 gone
APIResponseCompression 24 beta on
APISelfSubjectReview 26 alpha off, 27 beta on, 28 GA on locked, 30 gone
APIServerIdentity 24 alpha off, 26 beta on
APIServerTracing 24 alpha off, 27 beta on, 34 GA on locked, 37 gone
APIServerWebhookAuthenticationToken 37 alpha off
APIServingWithRoutine 30 alpha off
AdmissionWebhookMatchConditions 27 alpha off, 28 beta on, 30 GA on locked, 33 gone
AdvancedAuditing 24 GA on, 27 GA on locked, 28 gone
AggregatedDiscoveryEndpoint 26 alpha off, 27 beta on, 30 GA on locked, 33 gone
AggregatedDiscoveryRemoveBetaType 33 deprecated on, 35 deprecated on locked
AllowDNSOnlyNodeCSR 31 deprecated off
AllowInsecureKubeletCertificateSigningRequests 31 deprecated off
AllowOverwriteTerminationGracePeriodSeconds 32 deprecated off, 35 deprecated off locked
AllowParsingUserUIDFromCertAuth 33 beta on
AllowServiceExternalIPs 36 GA on
AllowServiceLBStatusOnNonLB 29 deprecated off, 32 deprecated off locked, 35 gone
AllowUnsafeMalformedObjectDeletion 32 alpha off, 37 beta on
AnonymousAuthConfigurableEndpoints 31 alpha off, 32 beta on, 34 GA on locked, 37 gone
AnyVolumeDataSource 24 beta on, 33 GA on locked, 37 gone
AppArmor 24 beta on, 31 GA on locked, 33 gone
AppArmorFields 30 beta on, 31 GA on locked, 33 gone
AtomicFIFO 36 beta on
AtomicWriteVolumeUserFields 37 alpha off
AuthorizeNodeWithSelectors 31 alpha off, 32 beta on, 34 GA on locked, 37 gone; needs AuthorizeWithSelectors
AuthorizePodWebsocketUpgradeCreatePermission 35 beta on
AuthorizeWithSelectors 31 alpha off, 32 beta on, 34 GA on locked, 37 gone
BtreeWatchCache 32 beta on, 33 GA on locked, 37 gone
CBORServingAndStorage 32 alpha off
CPUManager 24 beta on, 26 GA on locked, 33 gone
CPUManagerPolicyAlphaOptions 24 alpha off
CPUManagerPolicyBetaOptions 24 beta on
CPUManagerPolicyOptions 24 beta on, 33 GA on locked
CRDObservedGenerationTracking 35 beta off, 36 beta on
CRDValidationRatcheting 28 alpha off, 30 beta on, 33 GA on locked
CRIListStreaming 36 alpha off
CSIInlineVolume 24 beta on, 25 GA on locked, 27 gone
CSIMigration 24 beta on, 25 GA on locked, 27 gone
CSIMigrationAWS 24 beta on, 25 GA on locked, 27 gone
CSIMigrationAzureDisk 24 GA on, 25 GA on locked, 27 gone
CSIMigrationAzureFile 24 beta on, 26 GA on, 27 GA on locked, 30 gone
CSIMigrationGCE 24 beta on, 25 GA on locked, 28 gone
CSIMigrationOpenStack 24 GA on locked, 26 gone
CSIMigrationPortworx 24 alpha off, 25 beta off, 31 beta on, 33 GA on locked, 36 gone
CSIMigrationRBD 24 alpha off, 28 deprecated off, 31 gone
CSIMigrationvSphere 24 beta off, 25 beta on, 26 GA on, 27 GA on locked, 29 gone
CSINodeExpandSecret 25 alpha off, 27 beta on, 29 GA on locked, 31 gone
CSIServiceAccountToken 24 GA on locked, 25 gone
CSIServiceAccountTokenSecrets 35 beta on, 36 GA on locked
CSIStorageCapacity 24 GA on locked, 28 gone
CSIVolumeFSGroupPolicy 24 GA on locked, 25 gone
CSIVolumeHealth 24 alpha off
CSRDuration 24 GA on locked, 26 gone
ChangeContainerStatusOnKubeletRestart 35 deprecated off
ClearingNominatedNodeNameAfterBinding 34 alpha off, 35 beta on
ClientsAllowCARotation 36 beta on
ClientsAllowCBOR 32 alpha off
ClientsAllowTLSCacheGC 36 beta on
ClientsPreferCBOR 32 alpha off
CloudControllerManagerWatchBasedRoutesReconciliation 35 alpha off
CloudControllerManagerWebhook 27 alpha off
CloudDualStackNodeIPs 27 alpha off, 29 beta on, 30 GA on locked, 32 gone
ClusterTrustBundle 27 alpha off, 33 beta off, 37 GA on
ClusterTrustBundleProjection 29 alpha off, 33 beta off, 37 GA on; needs ClusterTrustBundle
ComponentFlagz 32 alpha off, 36 beta on
ComponentSLIs 26 alpha off, 27 beta on, 32 GA on locked, 35 gone
ComponentStatusz 32 alpha off, 36 beta on
CompositePodGroup 37 alpha off; needs GenericWorkload TopologyAwareWorkloadScheduling
ConcurrentWatchObjectDecode 31 beta off, 37 beta on
ConfigurableFSGroupPolicy 24 GA on locked, 25 gone
ConsistentHTTPGetHandlers 26 GA on, 30 GA on locked, 31 gone
ConsistentListFromCache 28 alpha off, 31 beta on, 34 GA on locked, 37 gone
ConsistentListFromCacheSkipTimeoutFallback 37 alpha off
ConstrainedImpersonation 35 alpha off, 36 beta on
ContainerCheckpoint 25 alpha off, 30 beta on
ContainerRestartRules 34 alpha off, 35 beta on
ContainerStopSignals 33 alpha off
ContextualLogging 24 alpha off, 30 beta on
ControllerManagerLeaderMigration 24 GA on locked, 27 gone
ControllerManagerReleaseLeaderElectionLockOnExit 36 alpha off
CoordinatedLeaderElection 31 alpha off, 33 beta off
CronJobTimeZone 24 alpha off, 25 beta on, 27 GA on locked, 29 gone
CronJobsScheduledAnnotation 28 beta on, 32 GA on locked, 35 gone
CrossNamespaceVolumeDataSource 26 alpha off
CustomCPUCFSQuotaPeriod 24 alpha off, 36 GA on
CustomResourceFieldSelectors 30 alpha off, 31 beta on, 32 GA on locked
CustomResourceValidationExpressions 24 alpha off, 25 beta on, 29 GA on locked, 31 gone
DRAAdminAccess 32 alpha off, 34 beta on, 36 GA on locked; needs DynamicResourceAllocation
DRAConsumableCapacity 34 alpha off, 36 beta on; needs DynamicResourceAllocation
DRAControlPlaneController 31 alpha off, 32 gone
DRADerivedAttributes 37 alpha off; needs DynamicResourceAllocation
DRADeviceBindingConditions 34 alpha off, 36 beta on; needs DynamicResourceAllocation DRAResourceClaimDeviceStatus
DRADeviceCompatibilityGroups 37 alpha off; needs DynamicResourceAllocation DRAPartitionableDevices
DRADeviceTaintRules 35 alpha off, 36 beta off, 37 GA on; needs DRADeviceTaints
DRADeviceTaints 33 alpha off, 36 beta on, 37 GA on; needs DynamicResourceAllocation
DRAExtendedResource 34 alpha off, 36 beta on, 37 GA on locked; needs DynamicResourceAllocation
DRAFractionalCapacityRange 37 beta off; needs DRAConsumableCapacity
DRAListTypeAttributes 36 alpha off; needs DynamicResourceAllocation
DRANodeAllocatableResources 36 alpha off; needs DynamicResourceAllocation
DRAOptionalNodeOperations 37 alpha off; needs DynamicResourceAllocation NodeDeclaredFeatures
DRAPartitionableDevices 33 alpha off, 36 beta on; needs DynamicResourceAllocation
DRAPartitionableDevicesType 37 alpha off; needs DynamicResourceAllocation DRAPartitionableDevices DRAResourcePoolStatus
DRAPrioritizedList 33 alpha off, 34 beta on, 36 GA on, 37 GA on locked; needs DynamicResourceAllocation
DRAResourceClaimDeviceStatus 32 alpha off, 33 beta on, 37 GA on locked
DRAResourceClaimGranularStatusAuthorization 36 beta on; needs DynamicResourceAllocation DRAResourceClaimDeviceStatus
DRAResourcePoolStatus 36 alpha off; needs DynamicResourceAllocation
DRASchedulerFilterTimeout 34 beta on; needs DynamicResourceAllocation
DRAWorkloadResourceClaims 36 alpha off, 37 beta off; needs DynamicResourceAllocation GenericWorkload
DaemonSetUpdateSurge 24 beta on, 25 GA on locked, 27 gone
DeclarativeValidation 33 beta on, 36 GA on locked
DeclarativeValidationBeta 36 beta on
DeclarativeValidationTakeover 33 beta off, 36 deprecated off, 37 deprecated off locked; needs DeclarativeValidation
DefaultHostNetworkHostPortsInPodTemplates 28 deprecated off, 31 gone
DefaultPodSysctls 37 alpha off
DefaultPodTopologySpread 24 GA on locked, 26 gone
DelegateFSGroupToCSIDriver 24 beta on, 26 GA on locked, 28 gone
DeploymentReplicaSetTerminatingReplicas 33 alpha off, 35 beta on
DetectCacheInconsistency 34 beta on
DevicePluginCDIDevices 28 alpha off, 29 beta on, 31 GA on locked, 34 gone
DevicePlugins 24 beta on, 26 GA on locked, 28 gone
DisableAcceleratorUsageMetrics 24 beta on, 25 GA on locked, 28 gone
DisableAllocatorDualWrite 31 alpha off, 33 beta off, 34 GA on, 35 GA on locked; needs MultiCIDRServiceAllocator
DisableCPUQuotaWithExclusiveCPUs 33 beta on, 36 deprecated on, 37 deprecated on locked
DisableCloudProviders 24 alpha off, 29 beta on, 31 GA on locked, 33 gone
DisableKubeletCloudCredentialProviders 24 alpha off, 29 beta on, 31 GA on locked, 33 gone
DisableNodeKubeProxyVersion 29 alpha off, 31 deprecated off, 33 deprecated on, 36 deprecated on locked
DownwardAPIHugePages 24 beta on, 27 GA on locked, 29 gone
DryRun 24 GA on, 26 GA on locked, 28 gone
DynamicKubeletConfig 24 deprecated off, 26 gone
DynamicResourceAllocation 26 alpha off, 32 beta off, 34 GA on, 35 GA on locked
EfficientWatchResumption 24 GA on locked, 33 gone
ElasticIndexedJob 27 beta on, 31 GA on locked, 34 gone
EmptyDirVolumeMode 37 alpha off
EndpointSlice 24 GA on locked, 25 gone
EndpointSliceNodeName 24 GA on locked, 25 gone
EndpointSliceProxying 24 GA on locked, 25 gone
EndpointSliceTerminatingCondition 24 beta on, 26 GA on locked, 28 gone
EnvFiles 34 alpha off, 35 beta on
EphemeralContainers 24 beta on, 25 GA on locked, 27 gone
EtcdRangeStream 37 beta on
EventedPLEG 26 alpha off; needs PLEGOnDemandRelist
EvictionRequestAPI 37 alpha off
ExcludeAdmissionWebhookVirtualResources 37 beta on
ExecProbeTimeout 24 GA on, 35 GA on locked
ExpandCSIVolumes 24 GA on, 27 gone
ExpandInUsePersistentVolumes 24 GA on, 27 gone
ExpandPersistentVolumes 24 GA on, 27 gone
ExpandedDNSConfig 24 alpha off, 26 beta on, 28 GA on locked, 30 gone
ExperimentalHostUserNamespaceDefaulting 24 beta off, 28 deprecated off locked, 30 gone
ExtendWebSocketsToKubelet 36 beta on; needs NodeDeclaredFeatures
ExternalServiceAccountTokenSigner 32 alpha off, 34 beta on, 36 GA on locked
GRPCContainerProbe 24 beta on, 27 GA on locked, 29 gone
GRPCContainerProbeTLS 37 alpha off
GangScheduling 35 alpha off, 37 gone; needs GenericWorkload
GenericEphemeralVolume 24 GA on locked, 25 gone
GenericWorkload 35 alpha off, 37 beta off
GitRepoVolumeDriver 33 deprecated off, 36 deprecated off locked
GracefulNodeShutdown 24 beta on
GracefulNodeShutdownBasedOnPodPriority 24 beta on; needs GracefulNodeShutdown
H2CContainerProbe 37 alpha off; needs NodeDeclaredFeatures
HPAConfigurableTolerance 33 alpha off, 35 beta on, 37 GA on locked
HPAContainerMetrics 24 alpha off, 27 beta on, 30 GA on locked, 32 gone
HPAGeneration 37 beta on
HPAOptimizedSelectorStore 37 beta on
HPAScaleToZero 24 alpha off, 37 beta on
HonorPVReclaimPolicy 24 alpha off, 31 beta on, 33 GA on locked, 36 gone
HostnameOverride 34 alpha off, 35 beta on, 37 GA on locked
HugepageAwareEviction 37 beta on
IPTablesOwnershipCleanup 25 alpha off, 27 beta on, 28 GA on locked, 30 gone
IPv6DualStack 24 GA on locked, 25 gone
IdentifyPodOS 24 beta on, 25 GA on locked, 27 gone
ImageMaximumGCAge 29 alpha off, 30 beta on, 35 GA on locked
ImageVolume 31 alpha off, 33 beta off, 35 beta on, 36 GA on locked
ImageVolumeWithDigest 36 alpha off; needs ImageVolume
InOrderInformers 33 beta on, 36 GA on locked
InOrderInformersBatchProcess 35 beta on
InPlacePodLevelResourcesVerticalScaling 35 alpha off, 36 beta on; needs InPlacePodVerticalScaling PodLevelResources NodeDeclaredFeatures
InPlacePodVerticalScaling 27 alpha off, 33 beta on, 35 GA on locked
InPlacePodVerticalScalingAllocatedStatus 32 alpha off, 33 deprecated off, 36 gone; needs InPlacePodVerticalScaling
InPlacePodVerticalScalingExclusiveCPUs 32 alpha off; needs InPlacePodVerticalScaling
InPlacePodVerticalScalingExclusiveMemory 34 alpha off; needs InPlacePodVerticalScaling
InPlacePodVerticalScalingInitContainers 36 beta on, 37 GA on locked; needs InPlacePodVerticalScaling NodeDeclaredFeatures
InPlacePodVerticalScalingMemoryBackedVolumes 37 alpha off; needs InPlacePodVerticalScaling NodeDeclaredFeatures
InPlacePodVerticalScalingSchedulerPreemption 37 alpha off; needs InPlacePodVerticalScaling
InTreePluginAWSUnregister 24 alpha off, 31 gone
InTreePluginAzureDiskUnregister 24 alpha off, 31 gone
InTreePluginAzureFileUnregister 24 alpha off, 31 gone
InTreePluginGCEUnregister 24 alpha off, 31 gone
InTreePluginOpenStackUnregister 24 alpha off, 31 gone
InTreePluginPortworxUnregister 24 alpha off, 36 gone
InTreePluginRBDUnregister 24 alpha off, 28 deprecated off, 31 gone
InTreePluginvSphereUnregister 24 alpha off, 31 gone
IndexedJob 24 GA on locked, 26 gone
InformerResourceVersion 30 alpha off, 35 GA on
IngressClassNamespacedParams 24 GA on locked, 25 gone
InterPodAffinityHostnameFastPath 37 alpha off
JobBackoffLimitPerIndex 28 alpha off, 29 beta on, 33 GA on locked, 37 gone
JobManagedBy 30 alpha off, 32 beta on, 35 GA on locked
JobMutableNodeSchedulingDirectives 24 beta on, 27 GA on locked, 29 gone
JobPodFailurePolicy 25 alpha off, 26 beta on, 31 GA on locked, 33 gone
JobPodReplacementPolicy 28 alpha off, 29 beta on, 34 GA on locked, 37 gone
JobReadyPods 24 beta on, 29 GA on locked, 31 gone
JobSuccessPolicy 30 alpha off, 31 beta on, 33 GA on locked, 37 gone
JobTrackingWithFinalizers 24 beta off, 25 beta on, 26 GA on locked, 29 gone
KMSv1 28 deprecated on, 29 deprecated off
KMSv2 25 alpha off, 27 beta on, 29 GA on locked, 32 gone
KMSv2KDF 28 beta off, 29 GA on locked, 32 gone
KubeProxyDrainingTerminatingNodes 28 alpha off, 30 beta on, 31 GA on locked, 33 gone
KubeProxyIPVS 37 deprecated on
KubeProxyNFTablesLocalhostNodePorts 37 alpha off
KubeletAllocatedPodsEndpoint 37 alpha off; needs InPlacePodVerticalScaling
KubeletCgroupDriverFromCRI 28 alpha off, 31 beta on, 34 GA on locked
KubeletCrashLoopBackOffMax 32 alpha off, 35 beta on
KubeletCredentialProviders 24 beta on, 26 GA on locked, 28 gone
KubeletEnsureSecretPulledImages 33 alpha off, 35 beta on
KubeletFineGrainedAuthz 32 alpha off, 33 beta on, 36 GA on locked
KubeletInUserNamespace 24 alpha off, 37 beta on
KubeletPSI 33 alpha off, 34 beta on, 36 GA on locked
KubeletPodResources 24 beta on, 28 GA on locked, 30 gone
KubeletPodResourcesDynamicResources 27 alpha off, 34 beta on, 36 GA on locked
KubeletPodResourcesGet 27 alpha off, 34 beta on, 36 GA on locked
KubeletPodResourcesGetAllocatable 24 beta on, 28 GA on locked, 30 gone
KubeletPodResourcesListUseActivePods 34 deprecated on
KubeletRegistrationGetOnExistsOnly 32 deprecated off
KubeletSeparateDiskGC 29 alpha off, 31 beta on
KubeletServiceAccountTokenForCredentialProviders 33 alpha off, 34 beta on
KubeletTracing 25 alpha off, 27 beta on, 34 GA on locked
LegacyServiceAccountTokenCleanUp 28 alpha off, 29 beta on, 30 GA on locked, 32 gone
LegacyServiceAccountTokenNoAutoGeneration 24 beta on, 26 GA on, 27 GA on locked, 29 gone
LegacyServiceAccountTokenTracking 26 alpha off, 27 beta on, 28 GA on locked, 30 gone
LegacySidecarContainers 33 deprecated off, 34 gone
ListFromCacheSnapshot 33 alpha off, 34 beta on
LoadBalancerIPMode 29 alpha off, 30 beta on, 32 GA on locked, 35 gone
LocalStorageCapacityIsolation 24 beta on, 25 GA on locked, 27 gone
LocalStorageCapacityIsolationFSQuotaMonitoring 24 alpha off, 31 beta off
LogarithmicScaleDown 24 beta on, 31 GA on locked, 37 gone
LoggingAlphaOptions 25 alpha off
LoggingBetaOptions 25 beta on
ManifestBasedAdmissionControlConfig 36 alpha off, 37 beta on
MatchLabelKeysInPodAffinity 29 alpha off, 31 beta on, 33 GA on locked
MatchLabelKeysInPodTopologySpread 25 alpha off, 27 beta on
MatchLabelKeysInPodTopologySpreadSelectorMerge 34 beta on; needs MatchLabelKeysInPodTopologySpread
MaxUnavailableStatefulSet 24 alpha off, 35 beta off, 37 beta on
MemoryManager 24 beta on, 32 GA on locked, 36 gone
MemoryQoS 24 alpha off, 37 beta on
MinDomainsInPodTopologySpread 24 alpha off, 25 beta off, 27 beta on, 30 GA on locked, 32 gone
MinimizeIPTablesRestore 26 alpha off, 27 beta on, 28 GA on locked, 30 gone
MixedProtocolLBService 24 beta on, 26 GA on locked, 28 gone
MultiCIDRRangeAllocator 25 alpha off, 29 gone
MultiCIDRServiceAllocator 27 alpha off, 31 beta off, 33 GA on, 34 GA on locked
MutableCSINodeAllocatableCount 33 alpha off, 34 beta off, 35 beta on, 36 GA on locked
MutablePVNodeAffinity 35 alpha off
MutablePodResourcesForSuspendedJobs 35 alpha off, 36 beta on
MutableSchedulingDirectivesForSuspendedJobs 35 alpha off, 36 beta on
MutatingAdmissionPolicy 30 alpha off, 34 beta off, 36 GA on
NFTablesNetlink 37 beta on
NFTablesProxyMode 29 alpha off, 31 beta on, 33 GA on locked
NativeHistograms 36 alpha off, 37 beta on
NetworkPolicyEndPort 24 beta on, 25 GA on locked, 27 gone
NetworkPolicyStatus 24 alpha off, 28 gone
NewVolumeManagerReconstruction 27 beta off, 28 beta on, 30 GA on locked, 32 gone
NodeControllerLeaseCircuitBreaker 37 beta on; needs AtomicFIFO
NodeDeclaredFeatures 35 alpha off, 36 beta on, 37 GA on locked
NodeInclusionPolicyInPodTopologySpread 25 alpha off, 26 beta on, 33 GA on locked
NodeLifecycleConditions 37 alpha off
NodeLogQuery 27 alpha off, 30 beta off, 36 GA on locked
NodeOutOfServiceVolumeDetach 24 alpha off, 26 beta on, 28 GA on locked, 32 gone
NodeSwap 24 alpha off, 28 beta off, 30 beta on, 34 GA on locked
NominatedNodeNameForExpectation 34 alpha off, 35 beta on
NonPreemptingPriority 24 GA on locked, 26 gone
OpenAPIEnums 24 beta on
OpenAPIV3 24 beta on, 27 GA on locked, 29 gone
OpportunisticBatching 35 beta on
OrderedNamespaceDeletion 30 beta off, 33 beta on, 34 GA on locked, 37 gone
PDBUnhealthyPodEvictionPolicy 26 alpha off, 27 beta on, 31 GA on locked, 33 gone
PLEGOnDemandRelist 36 beta on, 37 GA on locked
PersistentVolumeClaimUnusedSinceTime 36 alpha off, 37 beta on
PersistentVolumeLastPhaseTransitionTime 28 alpha off, 29 beta on, 31 GA on locked, 33 gone
PodAffinityNamespaceSelector 24 GA on locked, 26 gone
PodAndContainerStatsFromCRI 24 alpha off, 37 beta off
PodCertificateRequest 34 alpha off, 35 beta off, 37 GA on; needs AuthorizeNodeWithSelectors
PodDeletionCost 24 beta on
PodDisruptionBudget 24 GA on locked, 25 gone
PodDisruptionConditions 25 alpha off, 26 beta on, 31 GA on locked, 34 gone
PodGroupPreemptionPolicy 37 alpha off; needs GenericWorkload
PodHasNetworkCondition 25 alpha off, 28 gone
PodHostIPs 28 alpha off, 29 beta on, 30 GA on locked, 32 gone
PodIndexLabel 28 beta on, 32 GA on locked, 35 gone
PodLevelResourceManagers 36 alpha off, 37 beta off; needs PodLevelResources
PodLevelResources 32 alpha off, 34 beta on
PodLevelResourcesFixDefaulting 37 beta on; needs PodLevelResources
PodLevelResourcesFixKubeletQOSClass 37 beta on; needs PodLevelResources
PodLifecycleSleepAction 29 alpha off, 30 beta on, 34 GA on locked, 37 gone
PodLifecycleSleepActionAllowZero 32 alpha off, 33 beta on, 34 GA on locked, 37 gone; needs PodLifecycleSleepAction
PodLogsQuerySplitStreams 32 alpha off
PodObservedGenerationTracking 33 alpha off, 34 beta on, 35 GA on locked
PodOverhead 24 GA on locked, 26 gone
PodReadyToStartContainersCondition 28 alpha off, 29 beta on, 37 GA on locked
PodSchedulingReadiness 26 alpha off, 27 beta on, 30 GA on locked
PodSecurity 24 beta on, 25 GA on locked, 28 gone
PodTopologyLabelsAdmission 33 alpha off, 35 beta on
PodsAPI 36 alpha off, 37 beta on
PortForwardWebsockets 30 alpha off, 31 beta on
PreferNominatedNode 24 GA on locked, 26 gone
PreferSameTrafficDistribution 33 alpha off, 34 beta on, 35 GA on locked
PreventStaticPodAPIReferences 34 beta on, 37 gone
ProbeHostPodSecurityStandards 34 GA on locked, 35 gone
ProbeTerminationGracePeriod 24 beta off, 25 beta on, 28 GA on locked, 29 gone
ProcMountType 24 alpha off, 31 beta off, 33 beta on, 36 GA on locked; needs UserNamespacesSupport
ProxyTerminatingEndpoints 24 alpha off, 26 beta on, 28 GA on locked, 30 gone
QOSReserved 24 alpha off
ReadWriteOncePod 24 alpha off, 27 beta on, 29 GA on locked, 31 gone
RecoverVolumeExpansionFailure 24 alpha off, 32 beta on, 34 GA on locked
RecursiveReadOnlyMounts 30 alpha off, 31 beta on, 33 GA on locked
ReduceDefaultCrashLoopBackOffDecay 33 alpha off
RelaxedDNSSearchValidation 32 alpha off, 33 beta on, 34 GA on locked, 37 gone
RelaxedEnvironmentVariableValidation 30 alpha off, 32 beta on, 34 GA on locked
RelaxedServiceNameValidation 34 alpha off, 36 beta on, 37 GA on locked
ReloadKubeletClientCAFile 36 beta on
ReloadKubeletServerCertificateFile 31 beta on
RemainingItemCount 24 beta on, 29 GA on locked, 33 gone
RemoteRequestHeaderUID 32 alpha off, 33 beta on
RemoveSelfLink 24 GA on locked, 30 gone
ResilientWatchCacheInitialization 31 beta on, 34 GA on locked, 37 gone
ResourceHealthStatus 31 alpha off, 36 beta on; needs DynamicResourceAllocation
ResourceHealthStatusMessage 36 beta on; needs ResourceHealthStatus
RestartAllContainersOnContainerExits 35 alpha off, 36 beta on; needs ContainerRestartRules NodeDeclaredFeatures
RetroactiveDefaultStorageClass 25 alpha off, 26 beta on, 28 GA on locked, 29 gone
RetryGenerateName 30 alpha off, 31 beta on, 32 GA on locked, 37 gone
RotateKubeletServerCertificate 24 beta on
RuntimeClassInImageCriApi 29 alpha off
SELinuxChangePolicy 32 alpha off, 33 beta on, 36 GA on locked
SELinuxMount 30 alpha off, 33 beta off, 37 GA on
SELinuxMountReadWriteOncePod 25 alpha off, 27 beta off, 28 beta on, 36 GA on locked
SchedulerAsyncAPICalls 34 beta off
SchedulerAsyncPreemption 32 alpha off, 33 beta on
SchedulerPopFromBackoffQ 33 beta on
SchedulerPreQueueingHints 37 alpha off
SchedulerQueueingHints 28 beta off, 32 beta on, 34 GA on locked, 37 gone
SeccompDefault 24 alpha off, 25 beta on, 27 GA on locked, 29 gone
SecurityContextDeny 27 alpha off, 30 gone
SelectorIndex 24 GA on locked, 25 gone
SeparateCacheWatchRPC 28 beta on, 33 deprecated off, 36 deprecated off locked
SeparateTaintEvictionController 29 beta on, 34 GA on locked
ServerSideApply 24 GA on, 26 GA on locked, 32 gone
ServerSideFieldValidation 24 alpha off, 25 beta on, 27 GA on locked, 32 gone
ServiceAccountNodeAudienceRestriction 32 beta off, 33 beta on
ServiceAccountTokenJTI 29 alpha off, 30 beta on, 32 GA on locked
ServiceAccountTokenNodeBinding 29 alpha off, 31 beta on, 33 GA on locked; needs ServiceAccountTokenNodeBindingValidation
ServiceAccountTokenNodeBindingValidation 29 alpha off, 30 beta on, 32 GA on locked
ServiceAccountTokenPodNodeInfo 29 alpha off, 30 beta on, 32 GA on locked
ServiceCIDRStatusFieldWiping 36 deprecated on
ServiceIPStaticSubrange 24 alpha off, 25 beta on, 26 GA on locked, 28 gone
ServiceInternalTrafficPolicy 24 beta on, 26 GA on locked, 28 gone
ServiceLBNodePortControl 24 GA on locked, 26 gone
ServiceLoadBalancerClass 24 GA on locked, 26 gone
ServiceNodePortStaticSubrange 27 alpha off, 28 beta on, 29 GA on locked, 31 gone
ServiceTrafficDistribution 30 alpha off, 31 beta on, 33 GA on locked, 36 gone
ShardedListAndWatch 36 alpha off
SidecarContainers 28 alpha off, 29 beta on, 33 GA on locked, 37 gone
SizeBasedListCostEstimate 34 beta on
SizeMemoryBackedVolumes 24 beta on, 32 GA on locked, 35 gone
SkipReadOnlyValidationGCE 28 alpha off, 29 deprecated on, 31 gone
StableLoadBalancerNodeSet 27 beta on, 30 GA on locked, 32 gone
StaleControllerConsistencyDaemonSet 36 beta on; needs AtomicFIFO
StaleControllerConsistencyHPA 37 beta on; needs AtomicFIFO
StaleControllerConsistencyJob 36 beta on; needs AtomicFIFO
StaleControllerConsistencyReplicaSet 36 beta on; needs AtomicFIFO
StaleControllerConsistencyStatefulSet 36 beta on; needs AtomicFIFO
StatefulSetAutoDeletePVC 24 alpha off, 27 beta on, 32 GA on locked, 35 gone
StatefulSetMinReadySeconds 24 beta on, 25 GA on locked, 27 gone
StatefulSetRecreateStrategy 37 alpha off
StatefulSetSemanticRevisionComparison 34 beta on
StatefulSetStartOrdinal 26 alpha off, 27 beta on, 31 GA on locked, 34 gone
StorageCapacityScoring 33 alpha off, 37 beta on
StorageNamespaceIndex 30 beta on, 33 deprecated on
StorageObjectInUseProtection 24 GA on locked, 25 gone
StorageVersionAPI 24 alpha off; needs APIServerIdentity
StorageVersionHash 24 beta on
StorageVersionMigrator 30 alpha off, 35 beta off, 37 GA on
StreamingCollectionEncodingToJSON 33 beta on, 34 GA on locked, 37 gone
StreamingCollectionEncodingToProtobuf 33 beta on, 34 GA on locked, 37 gone
StrictCostEnforcementForVAP 30 beta off, 32 GA on locked, 35 gone
StrictCostEnforcementForWebhooks 30 beta off, 32 GA on locked, 35 gone
StrictIPCIDRValidation 33 alpha off, 36 beta on
StructuredAuthenticationConfiguration 29 alpha off, 30 beta on, 34 GA on locked, 37 gone
StructuredAuthenticationConfigurationEgressSelector 34 beta on; needs StructuredAuthenticationConfiguration
StructuredAuthenticationConfigurationJWKSMetrics 35 beta on; needs StructuredAuthenticationConfiguration
StructuredAuthorizationConfiguration 29 alpha off, 30 beta on, 32 GA on locked, 36 gone
SupplementalGroupsPolicy 31 alpha off, 33 beta on, 35 GA on locked
SuspendJob 24 GA on locked, 26 gone
SystemdWatchdog 32 beta on, 35 GA on locked
TTLAfterFinished 24 GA on locked, 25 gone
TaintTolerationComparisonOperators 35 alpha off
TokenRequestServiceAccountUIDValidation 34 beta on
TopologyAwareHints 24 beta on, 33 GA on locked, 36 gone
TopologyAwareWorkloadScheduling 36 alpha off; needs GenericWorkload
TopologyManager 24 beta on, 27 GA on locked, 29 gone
TopologyManagerPolicyAlphaOptions 26 alpha off
TopologyManagerPolicyBetaOptions 26 beta off, 28 beta on
TopologyManagerPolicyOptions 26 alpha off, 28 beta on, 32 GA on, 36 GA on locked
TranslateStreamCloseWebsocketRequests 29 alpha off, 30 beta on
UnauthenticatedHTTP2DOSMitigation 25 beta off, 29 beta on
UnknownVersionInteroperabilityProxy 28 alpha off, 36 beta on; needs APIServerIdentity
UnlockWhileProcessingFIFO 36 beta on
UserNamespacesHostNetworkSupport 35 alpha off; needs UserNamespacesSupport NodeDeclaredFeatures
UserNamespacesPodSecurityStandards 29 alpha off, 35 gone
UserNamespacesStatelessPodsSupport 25 alpha off, 28 gone
UserNamespacesSupport 28 alpha off, 30 beta off, 33 beta on, 36 GA on locked
ValidatingAdmissionPolicy 26 alpha off, 28 beta off, 30 GA on locked, 32 gone
VolumeAttributesClass 29 alpha off, 31 beta off, 34 GA on, 36 GA on locked
VolumeBindMountOptions 37 alpha off
VolumeCapacityPriority 24 alpha off, 33 gone
VolumeLimitScaling 35 alpha off, 37 beta on
VolumeSubpath 24 GA on locked, 25 gone
WatchBookmark 24 GA on locked, 33 gone
WatchCacheInitializationPostStartHook 31 beta off, 36 beta on, 37 GA on locked
WatchFromStorageWithoutResourceVersion 27 beta off, 33 deprecated off locked, 36 gone
WatchList 27 alpha off, 32 beta on, 33 beta off, 34 beta on
WatchListClient 30 beta off, 35 beta on
WatchListCompression 37 beta on
WebhookRoundTripLoadBalancing 37 beta on
WinDSR 24 alpha off, 33 beta on, 34 GA on locked
WinOverlay 24 beta on, 34 GA on locked
WindowsCPUAndMemoryAffinity 32 alpha off; needs MemoryManager
WindowsEndpointSliceProxying 24 GA on locked, 25 gone
WindowsGracefulNodeShutdown 32 alpha off, 34 beta on; needs GracefulNodeShutdown
WindowsHostNetwork 26 alpha on, 33 deprecated off
WindowsHostProcessContainers 24 beta on, 26 GA on locked, 28 gone
WorkloadAwarePreemption 36 alpha off, 37 gone; needs GangScheduling
WorkloadWithJob 36 alpha off; needs GenericWorkload
ZeroLimitedNominalConcurrencyShares 29 beta off, 30 GA on locked, 32 gone
`;
