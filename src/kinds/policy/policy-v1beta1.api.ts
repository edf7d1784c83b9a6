/** policy/v1beta1: disruption budgets, and what pods may ask for. Notation: see parse.ts. */
export const policyV1Beta1 = `
kind PodDisruptionBudget {
  spec: PodDisruptionBudgetSpec
  status: PodDisruptionBudgetStatus
}

PodDisruptionBudgetSpec {
  maxUnavailable: *IntOrString
  minAvailable: *IntOrString
  selector: *LabelSelector
}

PodDisruptionBudgetStatus {
  conditions: [Condition] merge=type map=type
  currentHealthy!: int32
  desiredHealthy!: int32
  disruptedPods: {Time}
  disruptionsAllowed!: int32
  expectedPods!: int32
  observedGeneration: int64
}

kind PodSecurityPolicy { spec: PodSecurityPolicySpec }

PodSecurityPolicySpec {
  allowPrivilegeEscalation: *boolean
  allowedCSIDrivers: [AllowedCSIDriver]
  allowedCapabilities: [string]
  allowedFlexVolumes: [AllowedFlexVolume]
  allowedHostPaths: [AllowedHostPath]
  allowedProcMountTypes: [string]
  allowedUnsafeSysctls: [string]
  defaultAddCapabilities: [string]
  defaultAllowPrivilegeEscalation: *boolean
  forbiddenSysctls: [string]
  fsGroup!: FSGroupStrategyOptions
  hostIPC: boolean
  hostNetwork: boolean
  hostPID: boolean
  hostPorts: [HostPortRange]
  privileged: boolean
  readOnlyRootFilesystem: boolean
  requiredDropCapabilities: [string]
  runAsGroup: *RunAsGroupStrategyOptions
  runAsUser!: RunAsUserStrategyOptions
  runtimeClass: *RuntimeClassStrategyOptions
  seLinux!: SELinuxStrategyOptions
  supplementalGroups!: SupplementalGroupsStrategyOptions
  volumes: [string]
}

AllowedCSIDriver { name!: string }
AllowedFlexVolume { driver!: string }
AllowedHostPath { pathPrefix: string; readOnly: boolean }
FSGroupStrategyOptions { ranges: [IDRange]; rule: string }
HostPortRange { max!: int32; min!: int32 }
IDRange { max!: int64; min!: int64 }
RunAsGroupStrategyOptions { ranges: [IDRange]; rule!: string }
RunAsUserStrategyOptions { ranges: [IDRange]; rule!: string }

RuntimeClassStrategyOptions {
  allowedRuntimeClassNames!: [string]
  defaultRuntimeClassName: *string
}

SELinuxStrategyOptions { rule!: string; seLinuxOptions: *SELinuxOptions }
SupplementalGroupsStrategyOptions { ranges: [IDRange]; rule: string }
`;
