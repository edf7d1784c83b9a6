import { latestMinor } from '#kinds';

/** The scenario that `orrery init` writes. A test plays it. */
export const firstScenario = `# A first scenario: a web application is rolled out, gets a new version, and loses a machine.
# Play it with: orrery run THIS-FILE
name: first
description: A Deployment is rolled out, updated, and survives the loss of a machine.

# The release of Kubernetes that it is played on; \`orrery versions\` lists them.
kubernetes: '1.${latestMinor}'

# Values to play with: orrery run THIS-FILE --set replicas=5
variables:
  replicas: 3
  image: example.com/web:2

# The pretend machines. Each has room for 4 CPUs, 8 GiB and 110 pods, unless you say otherwise.
cluster:
  nodes: 3

steps:
  # Any manifest goes here as it is; also "apply: my-manifests/" or "apply: [a.yaml, b.yaml]".
  - at: 0s
    note: The application is rolled out.
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: \${replicas}
        selector: { matchLabels: { app: web } }
        template:
          metadata:
            labels: { app: web }
            # How pretend pods behave: 2 s to start, 3 s more until they are ready.
            annotations: { sim/start-seconds: '2', sim/ready-seconds: '3' }
          spec:
            containers:
              - { name: web, image: 'example.com/web:1' }

  # A check: it has to become true within the time.
  - at: 1s
    expect: { kind: Deployment, name: web, that: status.readyReplicas == spec.replicas }
    within: 10s

  - at: 30s
    note: A new version.
    patch:
      kind: Deployment
      name: web
      body: { spec: { template: { spec: { containers: [{ name: web, image: '\${image}' }] } } } }

  # A rolling update never goes below what is wanted, less 25 % (rounded down).
  - at: 30s
    always:
      kind: Deployment
      name: web
      that: status.availableReplicas >= \${replicas} - 1
    for: 30s

  - at: 90s
    note: A machine falls silent. Its pods are given up five minutes later.
    failNode: node-1
  - at: 91s
    expect: { kind: Deployment, name: web, that: 'status.availableReplicas < \${replicas}' }
    within: 60s
  - at: 151s
    expect: { kind: Deployment, name: web, that: 'status.availableReplicas == \${replicas}' }
    within: 6m

until: 9m
`;
