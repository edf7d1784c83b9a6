/** Autoscalers that get no metrics: when lint and run say so. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { parseScenario, unmeasuredNotes } from '#scenario';

const notesOf = (text: string): readonly string[] =>
  unmeasuredNotes(parseScenario(text, 's.yaml', new KindRegistry(defaultProfile))).map(
    ({ file, line, column, message, isNote }) => `${file}:${line}:${column} ${isNote} ${message}`,
  );

const target = 'scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: php }';
const deployment = (metadata = '', podMetadata = ''): string =>
  `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: php${metadata} }, spec: { selector: { matchLabels: { a: b } }, template: { metadata: { labels: { a: b }${podMetadata} }, spec: { containers: [{ name: c, image: example.com/x }] } } } }`;
const autoscaler = (spec = '', version = 'v2'): string =>
  `{ apiVersion: autoscaling/${version}, kind: HorizontalPodAutoscaler, metadata: { name: php }, spec: { maxReplicas: 5, ${target}${spec} } }`;
const applying = (one: string, two: string, more = '', top = ''): string => `
name: s
${top}
cluster: { nodes: 1 }
steps:
  - at: 1s
    apply:
      - ${one}
      - ${two}
${more}
`;

const note =
  's.yaml:9:135 true autoscaler php gets no metrics: nothing says what the pods of Deployment php use; give it sim/load, or the pods sim/cpu (docs/reference/sim-annotations.md)';
const cpu =
  ', metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 50 } } }]';
const external =
  ', metrics: [{ type: External, external: { metric: { name: q }, target: { type: Value, value: 5 } } }]';

describe('an autoscaler', () => {
  it.each<[string, string, readonly string[]]>([
    ['without load', applying(deployment(), autoscaler()), [note]],
    ['of CPU without load', applying(deployment(), autoscaler(cpu)), [note]],
    ['of v1 without load', applying(deployment(), autoscaler('', 'v1')), [note]],
    ['of another metric', applying(deployment(), autoscaler(external)), []],
    [
      'with load on its target',
      applying(deployment(", annotations: { sim/load: '1' }"), autoscaler()),
      [],
    ],
    [
      'with pods that use CPU',
      applying(deployment('', ", annotations: { sim/cpu: '100m' }"), autoscaler()),
      [],
    ],
    [
      'with load by a step',
      applying(
        deployment(),
        autoscaler(),
        '  - at: 2s\n    load: { kind: Deployment, name: php, curve: 500m }',
      ),
      [],
    ],
    [
      'with an annotation by a patch',
      applying(
        deployment(),
        autoscaler(),
        "  - at: 2s\n    patch: { kind: Deployment, name: php, type: merge, body: { metadata: { annotations: { sim/load: '1' } } } }",
      ),
      [],
    ],
    [
      'with a rule for its pods',
      applying(
        deployment(),
        autoscaler(),
        '',
        'behaviour: [{ match: { labels: { a: b } }, cpu: 100m }]',
      ),
      [],
    ],
    [
      'none',
      applying(deployment(), '{ apiVersion: v1, kind: ConfigMap, metadata: { name: a } }'),
      [],
    ],
  ])('%s', (_, text, notes) => {
    expect(notesOf(text)).toEqual(notes);
  });
});
