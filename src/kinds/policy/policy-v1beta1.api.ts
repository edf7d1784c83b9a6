/** policy/v1beta1: disruption budgets, and what pods may ask for. Notation: see src/schema/notation.ts. */
export const policyV1Beta1 = `
kind PodDisruptionBudget {
  spec: PodDisruptionBudgetSpec #2
  status: PodDisruptionBudgetStatus #3
}

PodDisruptionBudgetSpec {
  maxUnavailable: *IntOrString #3
  minAvailable: *IntOrString #1
  selector: *LabelSelector #2
}

PodDisruptionBudgetStatus {
  conditions: [Condition] #7 merge=type map=type
  currentHealthy!: int32 #4
  desiredHealthy!: int32 #5
  disruptedPods: {Time} #2
  disruptionsAllowed!: int32 #3
  expectedPods!: int32 #6
  observedGeneration: int64 #1
}

kind PodSecurityPolicy { spec: PodSecurityPolicySpec #2 }

PodSecurityPolicySpec {
  allowPrivilegeEscalation: *boolean #16
  allowedCSIDrivers: [AllowedCSIDriver] #23
  allowedCapabilities: [string] #4
  allowedFlexVolumes: [AllowedFlexVolume] #18
  allowedHostPaths: [AllowedHostPath] #17
  allowedProcMountTypes: [string] #21 gate=ProcMountType
  allowedUnsafeSysctls: [string] #19
  defaultAddCapabilities: [string] #2
  defaultAllowPrivilegeEscalation: *boolean #15
  forbiddenSysctls: [string] #20
  fsGroup!: FSGroupStrategyOptions #13
  hostIPC: boolean #9
  hostNetwork: boolean #6
  hostPID: boolean #8
  hostPorts: [HostPortRange] #7
  privileged: boolean #1
  readOnlyRootFilesystem: boolean #14
  requiredDropCapabilities: [string] #3
  runAsGroup: *RunAsGroupStrategyOptions #22
  runAsUser!: RunAsUserStrategyOptions #11
  runtimeClass: *RuntimeClassStrategyOptions #24
  seLinux!: SELinuxStrategyOptions #10
  supplementalGroups!: SupplementalGroupsStrategyOptions #12
  volumes: [string] #5
}

AllowedCSIDriver { name!: string #1 }
AllowedFlexVolume { driver!: string #1 }
AllowedHostPath { pathPrefix: string #1; readOnly: boolean #2 }
FSGroupStrategyOptions { ranges: [IDRange] #2; rule: string #1 }
HostPortRange { max!: int32 #2; min!: int32 #1 }
IDRange { max!: int64 #2; min!: int64 #1 }
RunAsGroupStrategyOptions { ranges: [IDRange] #2; rule!: string #1 }
RunAsUserStrategyOptions { ranges: [IDRange] #2; rule!: string #1 }

RuntimeClassStrategyOptions {
  allowedRuntimeClassNames!: [string] #1
  defaultRuntimeClassName: *string #2
}

SELinuxStrategyOptions { rule!: string #1; seLinuxOptions: *SELinuxOptions #2 }
SupplementalGroupsStrategyOptions { ranges: [IDRange] #2; rule: string #1 }
`;
