/** Objects that tests hand to clients, as their users write them. */

export interface AgentOptions {
  readonly name?: string;
  readonly image?: string;
}

/** A DaemonSet whose pods start, become ready and end at once, and use some CPU. */
export function agent({
  name = 'agent',
  image = 'example.com/agent:1.0',
}: AgentOptions = {}): string {
  return `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  updateStrategy: { rollingUpdate: { maxUnavailable: 100% } }
  template:
    metadata:
      labels: { app: ${name} }
      annotations:
        { sim/start-seconds: '0', sim/ready-seconds: '0', sim/terminate-seconds: '0', sim/cpu: 40m }
    spec:
      containers:
        - { name: agent, image: '${image}' }
`;
}

/** Colours under a name. */
export function palette(name: string, data: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'palette' } },
    data,
  });
}

/** A CronJob for every minute. */
export function minutely(): string {
  return `
apiVersion: batch/v1
kind: CronJob
metadata: { name: minutely }
spec:
  schedule: '* * * * *'
  jobTemplate:
    spec:
      template:
        spec: { restartPolicy: Never, containers: [{ name: run, image: 'example.com/run:1' }] }
`;
}

/** A Job whose pod is done at once. */
export function once(): string {
  return `
apiVersion: batch/v1
kind: Job
metadata: { name: once }
spec:
  template:
    metadata: { annotations: { sim/start-seconds: '0', sim/run-seconds: '0' } }
    spec: { restartPolicy: Never, containers: [{ name: run, image: 'example.com/once:1' }] }
`;
}

/** A Deployment of two pods that start, become ready and end at once. */
export function guarded(): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: { name: guarded }
spec:
  replicas: 2
  selector: { matchLabels: { app: guarded } }
  template:
    metadata:
      labels: { app: guarded }
      annotations: { sim/start-seconds: '0', sim/ready-seconds: '0', sim/terminate-seconds: '0' }
    spec:
      containers:
        - { name: guarded, image: 'example.com/guarded:1.0' }
`;
}
