/** The `sim/` annotations that lint and run warn of. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { annotationWarnings, parseScenario, problemText } from '#scenario';

const warningsOf = (text: string): readonly string[] =>
  annotationWarnings(parseScenario(text, 's.yaml', new KindRegistry(defaultProfile))).map(
    problemText,
  );

const deployment = (own: string, ofPods: string): string => `cluster: { nodes: 1 }
steps:
  - at: 1s
    apply:
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        annotations: { ${own} }
      spec:
        selector: { matchLabels: { app: web } }
        template:
          metadata:
            labels: { app: web }
            annotations: { ${ofPods} }
          spec: { containers: [{ name: web, image: example.com/web:1 }] }
`;

describe('an annotation of the simulation', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['that is right', 'sim/load: 2', "sim/cpu: 150m, sim/ready: 'false'", []],
    [
      'of pods with a value that cannot be read',
      '',
      "sim/cpu: 'points 0,1 60'",
      [
        's.yaml:15:37: warning: annotation sim/cpu: "points 0,1 60" is not a quantity such as 150m, or a load such as "points 0,1 60,150m"; the default is used',
      ],
    ],
    [
      'of a load that cannot be read',
      "sim/load: 'square low=1'",
      '',
      [
        expect.stringMatching(
          /^s\.yaml:9:34: warning: annotation sim\/load: /,
        ) as unknown as string,
      ],
    ],
    [
      'with a slip in its name',
      '',
      "sim/start-second: '3'",
      [
        's.yaml:15:46: warning: annotation sim/start-second means nothing to the simulation; known are those of docs/reference/sim-annotations.md (did you mean "sim/start-seconds"?)',
      ],
    ],
    ['of a custom metric', '', "sim/metric-messages: '3'", []],
    ['of others', 'example.com/sim: x', 'simple: y', []],
  ])('%s', (_, own, ofPods, expected) => {
    const text = deployment(own.replace('sim/load: 2', "sim/load: '2'"), ofPods);
    expect(warningsOf(text)).toEqual(expected);
  });

  it('of a pod is read too, in the objects to begin with', () => {
    const text = `cluster:
  nodes: 1
  objects:
    - apiVersion: v1
      kind: Pod
      metadata: { name: a, annotations: { sim/exit-code: '300' } }
      spec: { containers: [{ name: a, image: example.com/a }] }
steps: []
`;
    expect(warningsOf(text)).toEqual([
      's.yaml:6:58: warning: annotation sim/exit-code: "300" is not an exit code (0 to 255); the default is used',
    ]);
  });
});
