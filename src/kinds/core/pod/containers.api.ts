/** core/v1: containers, their environment, probes and security. Notation: see src/schema/notation.ts. */
export const coreV1Containers = `
Container {
  args: [string] #4
  command: [string] #3
  env: [EnvVar] #7 merge=name
  envFrom: [EnvFromSource] #19
  image: string #2
  imagePullPolicy: string(Always|IfNotPresent|Never) #14
  lifecycle: *Lifecycle #12
  livenessProbe: *Probe #10
  name!: string #1
  ports: [ContainerPort] #6 map=containerPort,protocol merge=containerPort
  readinessProbe: *Probe #11 ungated until=1.28
  readinessProbe: *Probe #11 since=1.29
  resizePolicy: [ContainerResizePolicy] #23 since=1.27 gate=InPlacePodVerticalScaling atomic
  resources: ResourceRequirements #8
  restartPolicy: *string #24 since=1.28 until=1.28
  restartPolicy: *string #24 since=1.29 gate=SidecarContainers
  restartPolicyRules: [ContainerRestartRule] #25 since=1.34 gate=ContainerRestartRules
  securityContext: *SecurityContext #15
  startupProbe: *Probe #22
  stdin: boolean #16
  stdinOnce: boolean #17
  terminationMessagePath: string #13
  terminationMessagePolicy: string(FallbackToLogsOnError|File) #20
  tty: boolean #18
  volumeDevices: [VolumeDevice] #21 merge=devicePath
  volumeMounts: [VolumeMount] #9 merge=mountPath
  workingDir: string #5
}

ContainerResizePolicy { resourceName!: string #1; restartPolicy!: string #2 }

ContainerRestartRule { action: string #1 required; exitCodes: *ContainerRestartRuleOnExitCodes #2 }

ContainerRestartRuleOnExitCodes { operator: string #1 required; values: [int32] #2 set }

EnvVar { name!: string #1; value: string #2; valueFrom: *EnvVarSource #3 }

EnvVarSource {
  configMapKeyRef: *ConfigMapKeySelector #3
  fieldRef: *ObjectFieldSelector #1
  fileKeyRef: *FileKeySelector #5 since=1.34 gate=EnvFiles
  resourceFieldRef: *ResourceFieldSelector #2
  secretKeyRef: *SecretKeySelector #4
}

atomic FileKeySelector {
  key!: string #3
  optional: *boolean #4 = false
  path!: string #2
  volumeName!: string #1
}

atomic ConfigMapKeySelector { key!: string #2; name: string #1.1 = ''@1.30-; optional: *boolean #3 }
atomic ObjectFieldSelector { apiVersion: string #1; fieldPath!: string #2 }

atomic ResourceFieldSelector {
  containerName: string #1
  divisor: Quantity #3
  resource!: string #2
}

atomic SecretKeySelector { key!: string #2; name: string #1.1 = ''@1.30-; optional: *boolean #3 }

EnvFromSource {
  configMapRef: *ConfigMapEnvSource #2
  prefix: string #1
  secretRef: *SecretEnvSource #3
}

ConfigMapEnvSource { name: string #1.1 = ''@1.30-; optional: *boolean #2 }
SecretEnvSource { name: string #1.1 = ''@1.30-; optional: *boolean #2 }
Lifecycle {
  postStart: *LifecycleHandler #1
  preStop: *LifecycleHandler #2
  stopSignal: *string(SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGRTMAX|SIGRTMAX-1|SIGRTMAX-10|SIGRTMAX-11|SIGRTMAX-12|SIGRTMAX-13|SIGRTMAX-14|SIGRTMAX-2|SIGRTMAX-3|SIGRTMAX-4|SIGRTMAX-5|SIGRTMAX-6|SIGRTMAX-7|SIGRTMAX-8|SIGRTMAX-9|SIGRTMIN|SIGRTMIN+1|SIGRTMIN+10|SIGRTMIN+11|SIGRTMIN+12|SIGRTMIN+13|SIGRTMIN+14|SIGRTMIN+15|SIGRTMIN+2|SIGRTMIN+3|SIGRTMIN+4|SIGRTMIN+5|SIGRTMIN+6|SIGRTMIN+7|SIGRTMIN+8|SIGRTMIN+9|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ) #3 since=1.33 gate=ContainerStopSignals
}

LifecycleHandler {
  exec: *ExecAction #1
  httpGet: *HTTPGetAction #2
  sleep: *SleepAction #4 since=1.29 gate=PodLifecycleSleepAction
  tcpSocket: *TCPSocketAction #3
}

SleepAction { seconds!: int64 #1 }

ExecAction { command: [string] #1 }

HTTPGetAction {
  host: string #3
  httpHeaders: [HTTPHeader] #5
  path: string #1
  port!: IntOrString #2
  protocol: *string(HTTP1|HTTP2) #6 since=1.37 gate=H2CContainerProbe
  scheme: string(HTTP|HTTPS) #4
}

HTTPHeader { name!: string #1; value!: string #2 }
TCPSocketAction { host: string #2; port!: IntOrString #1 }

Probe {
  exec: *ExecAction #1.1
  failureThreshold: int32 #6
  grpc: *GRPCAction #1.4
  httpGet: *HTTPGetAction #1.2
  initialDelaySeconds: int32 #2
  periodSeconds: int32 #4
  successThreshold: int32 #5
  tcpSocket: *TCPSocketAction #1.3
  terminationGracePeriodSeconds: *int64 #7 gate=ProbeTerminationGracePeriod
  timeoutSeconds: int32 #3
}

GRPCAction {
  mode: *string(Plaintext|TLS) #3 since=1.37 gate=GRPCContainerProbeTLS
  port!: int32 #1
  service: *string #2 written = ''
}

ContainerPort {
  containerPort!: int32 #3
  hostIP: string #5
  hostPort: int32 #2
  name: string #1
  protocol: string(SCTP|TCP|UDP) #4 = TCP
}

SecurityContext {
  allowPrivilegeEscalation: *boolean #7
  appArmorProfile: *AppArmorProfile #12 since=1.30 gate=AppArmor
  capabilities: *Capabilities #1
  privileged: *boolean #2
  procMount: *string(Default|Unmasked) #9 gate=ProcMountType off=Default
  readOnlyRootFilesystem: *boolean #6
  runAsGroup: *int64 #8
  runAsNonRoot: *boolean #5
  runAsUser: *int64 #4
  seLinuxOptions: *SELinuxOptions #3
  seccompProfile: *SeccompProfile #11
  windowsOptions: *WindowsSecurityContextOptions #10
}

Capabilities { add: [string] #1; drop: [string] #2 }
SELinuxOptions { level: string #4; role: string #2; type: string #3; user: string #1 }

SeccompProfile {
  localhostProfile: *string #2
  type!: string(Localhost|RuntimeDefault|Unconfined) #1
}

WindowsSecurityContextOptions {
  gmsaCredentialSpec: *string #2
  gmsaCredentialSpecName: *string #1
  hostProcess: *boolean #4
  runAsUserName: *string #3
}

VolumeDevice { devicePath!: string #2; name!: string #1 }

VolumeMount {
  bindMountOptions: [string] #8 since=1.37 gate=VolumeBindMountOptions set
  mountPath!: string #3
  mountPropagation: *string(Bidirectional|HostToContainer|None) #5
  name!: string #1
  readOnly: boolean #2
  recursiveReadOnly: *string #7 since=1.30 gate=RecursiveReadOnlyMounts
  subPath: string #4
  subPathExpr: string #6
}

ContainerStatus {
  allocatedResources: {Quantity} #10 since=1.27 gate=InPlacePodVerticalScaling
  allocatedResourcesStatus: [ResourceStatus] #14 since=1.31 gate=ResourceHealthStatus merge=name
  containerID: string #8
  image!: string #6
  imageID!: string #7
  lastState: ContainerState #3
  name!: string #1
  ready!: boolean #4
  resources: *ResourceRequirements #11 since=1.27 gate=InPlacePodVerticalScaling
  restartCount!: int32 #5
  started: *boolean #9
  state: ContainerState #2
  stopSignal: *string(SIGABRT|SIGALRM|SIGBUS|SIGCHLD|SIGCLD|SIGCONT|SIGFPE|SIGHUP|SIGILL|SIGINT|SIGIO|SIGIOT|SIGKILL|SIGPIPE|SIGPOLL|SIGPROF|SIGPWR|SIGQUIT|SIGRTMAX|SIGRTMAX-1|SIGRTMAX-10|SIGRTMAX-11|SIGRTMAX-12|SIGRTMAX-13|SIGRTMAX-14|SIGRTMAX-2|SIGRTMAX-3|SIGRTMAX-4|SIGRTMAX-5|SIGRTMAX-6|SIGRTMAX-7|SIGRTMAX-8|SIGRTMAX-9|SIGRTMIN|SIGRTMIN+1|SIGRTMIN+10|SIGRTMIN+11|SIGRTMIN+12|SIGRTMIN+13|SIGRTMIN+14|SIGRTMIN+15|SIGRTMIN+2|SIGRTMIN+3|SIGRTMIN+4|SIGRTMIN+5|SIGRTMIN+6|SIGRTMIN+7|SIGRTMIN+8|SIGRTMIN+9|SIGSEGV|SIGSTKFLT|SIGSTOP|SIGSYS|SIGTERM|SIGTRAP|SIGTSTP|SIGTTIN|SIGTTOU|SIGURG|SIGUSR1|SIGUSR2|SIGVTALRM|SIGWINCH|SIGXCPU|SIGXFSZ) #15 since=1.33
  user: *ContainerUser #13 since=1.31 gate=SupplementalGroupsPolicy
  volumeMounts: [VolumeMountStatus] #12 since=1.30 gate=RecursiveReadOnlyMounts merge=mountPath
}

ResourceStatus { name!: string #1; resources: [ResourceHealth] #2 map=resourceID }

ResourceHealth {
  health: string #2
  message: *string #6 since=1.36 gate=ResourceHealthStatusMessage
  resourceID!: string #1
}

ContainerUser { linux: *LinuxContainerUser #1 }

LinuxContainerUser { gid!: int64 #2; supplementalGroups: [int64] #3 atomic; uid!: int64 #1 }

VolumeMountStatus {
  mountPath!: string #2
  name!: string #1
  readOnly: boolean #3
  recursiveReadOnly: *string #4 gate=RecursiveReadOnlyMounts
  volumeStatus: *VolumeStatus #5 since=1.36 gate=ImageVolumeWithDigest
}

VolumeStatus { image: *ImageVolumeStatus #1 gate=ImageVolumeWithDigest }

ImageVolumeStatus { imageRef: string #1 required }

ContainerState {
  running: *ContainerStateRunning #2
  terminated: *ContainerStateTerminated #3
  waiting: *ContainerStateWaiting #1
}

ContainerStateRunning { startedAt: Time #1 }

ContainerStateTerminated {
  containerID: string #7
  exitCode!: int32 #1
  finishedAt: Time #6
  message: string #4
  reason: string #3
  signal: int32 #2
  startedAt: Time #5
}

ContainerStateWaiting { message: string #2; reason: string #1 }

EphemeralContainer {
  args: [string] #1.4
  command: [string] #1.3
  env: [EnvVar] #1.7 merge=name
  envFrom: [EnvFromSource] #1.19
  image: string #1.2
  imagePullPolicy: string(Always|IfNotPresent|Never) #1.14
  lifecycle: *Lifecycle #1.12
  livenessProbe: *Probe #1.10
  name!: string #1.1
  ports: [ContainerPort] #1.6 map=containerPort,protocol merge=containerPort
  readinessProbe: *Probe #1.11 ungated until=1.28
  readinessProbe: *Probe #1.11 since=1.29
  resizePolicy: [ContainerResizePolicy] #1.23 since=1.27 gate=InPlacePodVerticalScaling atomic
  resources: ResourceRequirements #1.8
  restartPolicy: *string #1.24 since=1.28
  restartPolicyRules: [ContainerRestartRule] #1.25 since=1.34 gate=ContainerRestartRules
  securityContext: *SecurityContext #1.15
  startupProbe: *Probe #1.22
  stdin: boolean #1.16
  stdinOnce: boolean #1.17
  targetContainerName: string #2
  terminationMessagePath: string #1.13
  terminationMessagePolicy: string(FallbackToLogsOnError|File) #1.20
  tty: boolean #1.18
  volumeDevices: [VolumeDevice] #1.21 merge=devicePath
  volumeMounts: [VolumeMount] #1.9 merge=mountPath
  workingDir: string #1.5
}
`;
