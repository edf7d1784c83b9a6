/** The lesson that `orrery lessons init` writes, and its scenario. A test checks both. */

/** @param scenario the name of its scenario's file */
export function firstLesson(scenario: string): string {
  return `# My first lesson

<!-- A lesson is Markdown. Comments like this one are left out. Check it with: orrery lessons --check THIS-FILE -->

- Topic: Deployment
- Scenario: ./${scenario}

<!-- What a reader has to know before the first question. The number in brackets is taken from the run:
     [TEXT](run:KIND/NAMESPACE/NAME:FIELD@MOMENT). The check compares the text with the run. -->

A Deployment has [three](run:Deployment/default/web:spec.replicas@10s) replicas. A pod takes 2 s to start, and 3 s more to be
ready. At 20 s it is scaled to six.

## The pods that are to come

<!-- The question. The reader chooses one of the answers, then time passes until the moment. -->

How many pods are ready at 23 s?

- Moment: 23s
- Value: Deployment default/web status.readyReplicas
- Answers: 0, 3, 6
- Other: 6 if "sim/ready-seconds: '3'" were "sim/ready-seconds: '0'"
- Other: 0 if "replicas: 3" were "replicas: 0"

<!-- Which answer is right, the run says. For each other one, "Other" is a change of the scenario's text under which it would
     be. What follows is shown once a reader has answered, rightly or not. A mark may leave out what is as in the question. -->

The new pods run, but they are not ready yet: [three](run:) are, of [six](run:status.replicas) there are. At
[25 s](run:=6) the others are ready too.
`;
}

export const firstLessonScenario = `# The scenario of a lesson. Play it by itself with: orrery run THIS-FILE
name: my-first-lesson
description: A Deployment is scaled, and its new pods take a while.

cluster:
  nodes: 3

steps:
  - at: 0s
    note: Three pods.
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: 3
        selector: { matchLabels: { app: web } }
        template:
          metadata:
            labels: { app: web }
            # How pretend pods behave: 2 s to start, 3 s more until they are ready.
            annotations: { sim/start-seconds: '2', sim/ready-seconds: '3' }
          spec: { containers: [{ name: web, image: 'example.com/web:1' }] }

  # The note stands below the picture when it happens.
  - at: 20s
    note: Six of them.
    scale: { kind: Deployment, name: web, replicas: 6 }

  # A check: it has to become true within the time.
  - at: 21s
    expect: { kind: Deployment, name: web, status: { readyReplicas: 6 } }
    within: 10s

until: 60s
`;
