/** core/v1: containers, their environment, probes and security. Notation: see parse.ts. */
export const coreV1Containers = `
Container {
  args: [string]
  command: [string]
  env: [EnvVar] merge=name
  envFrom: [EnvFromSource]
  image: string
  imagePullPolicy: string(Always|IfNotPresent|Never)
  lifecycle: *Lifecycle
  livenessProbe: *Probe
  name!: string
  ports: [ContainerPort] map=containerPort,protocol merge=containerPort
  readinessProbe: *Probe
  resources: ResourceRequirements
  securityContext: *SecurityContext
  startupProbe: *Probe
  stdin: boolean
  stdinOnce: boolean
  terminationMessagePath: string
  terminationMessagePolicy: string(FallbackToLogsOnError|File)
  tty: boolean
  volumeDevices: [VolumeDevice] merge=devicePath
  volumeMounts: [VolumeMount] merge=mountPath
  workingDir: string
}

EnvVar { name!: string; value: string; valueFrom: *EnvVarSource }

EnvVarSource {
  configMapKeyRef: *ConfigMapKeySelector
  fieldRef: *ObjectFieldSelector
  resourceFieldRef: *ResourceFieldSelector
  secretKeyRef: *SecretKeySelector
}

atomic ConfigMapKeySelector { key!: string; name: string; optional: *boolean }
atomic ObjectFieldSelector { apiVersion: string; fieldPath!: string }

atomic ResourceFieldSelector {
  containerName: string
  divisor: Quantity
  resource!: string
}

atomic SecretKeySelector { key!: string; name: string; optional: *boolean }

EnvFromSource {
  configMapRef: *ConfigMapEnvSource
  prefix: string
  secretRef: *SecretEnvSource
}

ConfigMapEnvSource { name: string; optional: *boolean }
SecretEnvSource { name: string; optional: *boolean }
Lifecycle { postStart: *LifecycleHandler; preStop: *LifecycleHandler }

LifecycleHandler {
  exec: *ExecAction
  httpGet: *HTTPGetAction
  tcpSocket: *TCPSocketAction
}

ExecAction { command: [string] }

HTTPGetAction {
  host: string
  httpHeaders: [HTTPHeader]
  path: string
  port!: IntOrString
  scheme: string(HTTP|HTTPS)
}

HTTPHeader { name!: string; value!: string }
TCPSocketAction { host: string; port!: IntOrString }

Probe {
  exec: *ExecAction
  failureThreshold: int32
  grpc: *GRPCAction
  httpGet: *HTTPGetAction
  initialDelaySeconds: int32
  periodSeconds: int32
  successThreshold: int32
  tcpSocket: *TCPSocketAction
  terminationGracePeriodSeconds: *int64
  timeoutSeconds: int32
}

GRPCAction { port!: int32; service: *string written }

ContainerPort {
  containerPort!: int32
  hostIP: string
  hostPort: int32
  name: string
  protocol: string(SCTP|TCP|UDP) = TCP
}

SecurityContext {
  allowPrivilegeEscalation: *boolean
  capabilities: *Capabilities
  privileged: *boolean
  procMount: *string
  readOnlyRootFilesystem: *boolean
  runAsGroup: *int64
  runAsNonRoot: *boolean
  runAsUser: *int64
  seLinuxOptions: *SELinuxOptions
  seccompProfile: *SeccompProfile
  windowsOptions: *WindowsSecurityContextOptions
}

Capabilities { add: [string]; drop: [string] }
SELinuxOptions { level: string; role: string; type: string; user: string }

SeccompProfile {
  localhostProfile: *string
  type!: string(Localhost|RuntimeDefault|Unconfined)
}

WindowsSecurityContextOptions {
  gmsaCredentialSpec: *string
  gmsaCredentialSpecName: *string
  hostProcess: *boolean
  runAsUserName: *string
}

VolumeDevice { devicePath!: string; name!: string }

VolumeMount {
  mountPath!: string
  mountPropagation: *string
  name!: string
  readOnly: boolean
  subPath: string
  subPathExpr: string
}

ContainerStatus {
  containerID: string
  image!: string
  imageID!: string
  lastState: ContainerState
  name!: string
  ready!: boolean
  restartCount!: int32
  started: *boolean
  state: ContainerState
}

ContainerState {
  running: *ContainerStateRunning
  terminated: *ContainerStateTerminated
  waiting: *ContainerStateWaiting
}

ContainerStateRunning { startedAt: Time }

ContainerStateTerminated {
  containerID: string
  exitCode!: int32
  finishedAt: Time
  message: string
  reason: string
  signal: int32
  startedAt: Time
}

ContainerStateWaiting { message: string; reason: string }

EphemeralContainer {
  args: [string]
  command: [string]
  env: [EnvVar] merge=name
  envFrom: [EnvFromSource]
  image: string
  imagePullPolicy: string(Always|IfNotPresent|Never)
  lifecycle: *Lifecycle
  livenessProbe: *Probe
  name!: string
  ports: [ContainerPort] map=containerPort,protocol merge=containerPort
  readinessProbe: *Probe
  resources: ResourceRequirements
  securityContext: *SecurityContext
  startupProbe: *Probe
  stdin: boolean
  stdinOnce: boolean
  targetContainerName: string
  terminationMessagePath: string
  terminationMessagePolicy: string(FallbackToLogsOnError|File)
  tty: boolean
  volumeDevices: [VolumeDevice] merge=devicePath
  volumeMounts: [VolumeMount] merge=mountPath
  workingDir: string
}
`;
