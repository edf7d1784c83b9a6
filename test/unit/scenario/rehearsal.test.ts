/** How the API judges the objects of a scenario, before it is played. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { parseScenario } from '#scenario';
import { rehearsed } from '../../../src/cli/lint/rehearse.ts';

/** `6:143 error the API refuses ... (did you mean "prod"?)` */
async function problemsOf(text: string): Promise<readonly string[]> {
  const problems = await rehearsed([
    parseScenario(text, 's.yaml', new KindRegistry(defaultProfile)),
  ]);
  return problems.map(({ file, line, column, message, hint, isNote, isWarning }) => {
    expect(file).toBe('s.yaml');
    const severity = isNote ? 'note' : isWarning ? 'warning' : 'error';
    return `${line}:${column} ${severity} ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
}

const container = 'containers: [{ name: c, image: x }]';
const labels = '{ app: a }';
const template = `template: { metadata: { labels: ${labels} }, spec: { ${container} } }`;
const selector = `selector: { matchLabels: ${labels} }`;
const quota =
  '{ apiVersion: v1, kind: ResourceQuota, metadata: { name: q, namespace: prod }, spec: { hard: { requests.cpu: 2 } } }';
const metadata = 'metadata: { name: a }';
const workload = (rest: string, where = metadata): string =>
  `{ apiVersion: apps/v1, kind: Deployment, ${where}, spec: { ${rest} } }`;
const deployment = workload(`${selector}, ${template}`);

/** The step is on the sixth line. */
const applying = (...objects: readonly string[]): string => `name: s
cluster:
  nodes: 1
  objects: [{ apiVersion: v1, kind: Namespace, metadata: { name: prod } }, ${quota}]
steps:
${objects.map((object) => `  - { at: 1s, apply: ${object} }`).join('\n')}
`;
const beginning = (object: string): string => `name: s
cluster:
  nodes: 1
  objects:
    - ${object}
steps: [{ at: 1s, note: x }]
`;

const mismatched = `selector: { matchLabels: { app: b } }, ${template}`;
const unlike =
  'spec.template.metadata.labels: Invalid value: map[string]string{"app":"a"}: `selector` does not match template `labels`';
const neverStarts = (image: string): string =>
  `note the image "${image}" never starts: an image with "broken" in its name cannot be pulled`;
const inNamespace = (namespace: string): string =>
  applying(workload(`${selector}, ${template}`, `metadata: { name: a, namespace: ${namespace} }`));
const noClass = deployment.replace(
  'spec: { containers',
  'spec: { priorityClassName: none, containers',
);
const broken = deployment.replace('image: x', 'image: broken');
const scaler = `{ apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, ${metadata}, spec: { minReplicas: 5, maxReplicas: 0, scaleTargetRef: { kind: Deployment, name: a } } }`;
const owned = 'name: a, ownerReferences: [{ apiVersion: v1, kind: Pod, name: x, uid: y }]';

describe('an object', () => {
  it.each<[string, string, readonly string[]]>([
    ['that is right', applying(deployment), []],
    [
      'that is refused',
      applying(workload(mismatched)),
      [`6:165 error the API refuses Deployment a: ${unlike}`],
    ],
    [
      'with two faults',
      applying(scaler),
      ['than 0', 'than or equal to `minReplicas`'].map(
        (most) =>
          `6:143 error the API refuses HorizontalPodAutoscaler a: spec.maxReplicas: Invalid value: 0: must be greater ${most}`,
      ),
    ],
    [
      'in a namespace that is missing',
      inNamespace('prodd'),
      [
        '6:95 error the API refuses Deployment a: namespaces "prodd" not found (did you mean "prod"?)',
      ],
    ],
    [
      'in a namespace like no other',
      inNamespace('elsewhere'),
      ['6:95 error the API refuses Deployment a: namespaces "elsewhere" not found'],
    ],
    [
      'whose pods are refused by a quota',
      inNamespace('prod'),
      [
        '6:160 warning the API refuses the pods of Deployment a: failed quota: q: must specify requests.cpu for: c',
      ],
    ],
    [
      'whose pods are wrong',
      applying(noClass),
      [
        '6:143 warning the API refuses the pods of Deployment a: no PriorityClass with name none was found',
      ],
    ],
    ['with an image that never starts', applying(broken), [`6:218 ${neverStarts('broken')}`]],
    ['of the beginning', beginning(deployment), []],
    [
      'of the beginning, wrong',
      beginning(workload(mismatched)),
      [`5:150 error the API refuses Deployment a: ${unlike}`],
    ],
    [
      'of the beginning, with an image that never starts',
      beginning(broken),
      [`5:203 ${neverStarts('broken')}`],
    ],
    [
      'of the beginning, whose pods are wrong',
      beginning(noClass),
      [
        '5:128 warning the API refuses the pods of Deployment a: no PriorityClass with name none was found',
      ],
    ],
    [
      'of the beginning that another one made',
      beginning(workload(mismatched, `metadata: { ${owned} }`)),
      [],
    ],
    [
      'of a webhook',
      applying(
        `{ apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, ${metadata}, webhooks: [{ name: x }] }`,
      ),
      [],
    ],
    [
      'with a name of the API',
      applying('{ apiVersion: v1, kind: ConfigMap, metadata: { generateName: a- } }'),
      [],
    ],
  ])('%s', async (_, text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });
});

describe('a step', () => {
  const step = (text: string): string => `${applying(deployment)}  - { at: 2s, ${text} }\n`;
  const patch = (body: string): string =>
    `patch: { kind: Deployment, name: a, body: { spec: ${body} } }`;
  const image = '{ template: { spec: { containers: [{ name: c, image: broken }] } } }';
  const negative =
    '7:1 error Deployment.apps "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0';
  it.each<[string, readonly string[]]>([
    ['scale: { kind: Deployment, name: a, replicas: 3 }', []],
    [patch('{ replicas: -1 }'), [negative]],
    [patch(image), [`7:1 ${neverStarts('broken')}`]],
    [
      'setImage: { kind: Deployment, name: a, image: "broken:1" }',
      [`7:1 ${neverStarts('broken:1')}`],
    ],
    ['delete: { kind: Deployment, name: b }', []],
    [`${patch('{ replicas: -1 }')}, every: 1s, times: 9`, [negative]],
  ])('%s', async (text, problems) => {
    expect(await problemsOf(step(text))).toEqual(problems);
  });
});
