/** The scenario as text, with comments for its editor. */
import { Document, stringify, visit } from 'yaml';
import { formatTime } from '#values';
import type { JsonMap } from './maps.ts';
import type { Step } from './steps.ts';
import type { ForeignObject } from './version.ts';

export interface Imported {
  readonly name: string;
  /** The source: a file, or standard input. */
  readonly from: string;
  readonly startMs: number;
  /** The release that the cluster runs, such as 1.34. Absent: 1.24. */
  readonly kubernetes?: string | undefined;
  /** Feature gates that the objects need. */
  readonly gates: readonly string[];
  readonly objects: readonly ForeignObject[];
  readonly steps: readonly Step[];
  /** What was left out, in words. */
  readonly leftOut: readonly string[];
  /** The file of the objects, if they are not in the scenario itself. */
  readonly objectsFile?: string;
}

/** Wide enough that no text is folded. */
const WIDTH = { lineWidth: 0 } as const;

export function scenarioText(imported: Imported): string {
  const { name, startMs, objects, objectsFile, steps } = imported;
  const lines = [
    ...heading(imported).map((line) => `# ${line}`.trimEnd()),
    `name: ${stringify(name).trim()}`,
    '',
    '# The moment of the state below. The clock continues from here.',
    `start: '${formatTime(startMs)}'`,
    '',
    ...releaseLines(imported),
    ...gateLines(imported),
    '# How long it runs: without it, 30 s behind the last step.',
    `until: ${untilOf(steps)}`,
    '',
    '# The state to begin with: uids and status are kept, kubelets and controllers continue from it.',
    'cluster:',
    objectsFile === undefined
      ? indented(`objects:\n${indented(stringify(escaped(objects), WIDTH).trimEnd())}`)
      : indented(`objects: ${stringify(objectsFile).trim()}`),
    '',
    ...stepLines(steps),
  ];
  return `${lines.join('\n')}\n`;
}

function releaseLines({ kubernetes }: Imported): readonly string[] {
  return kubernetes === undefined ? [] : [`kubernetes: '${kubernetes}'`, ''];
}

function gateLines({ gates, kubernetes = '1.24' }: Imported): readonly string[] {
  if (gates.length === 0) return [];
  return [
    `# v${kubernetes} would drop fields that the other cluster keeps, such as the timeZone of a CronJob.`,
    `featureGates: { ${gates.map((gate) => `${gate}: true`).join(', ')} }`,
    '',
  ];
}

/** Returns the objects for a file of their own. */
export function objectsText(objects: readonly ForeignObject[]): string {
  const items = objects.map((object) => JSON.stringify(object)).join(',\n');
  return `{"apiVersion": "v1", "kind": "List", "items": [\n${items}\n]}\n`;
}

function heading({ from, objects, leftOut }: Imported): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind } of objects) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const left = leftOut.length === 0 ? [] : ['Left out:', ...leftOut.map((line) => `- ${line}`)];
  return [
    `Imported from ${from} by orrery import: ${kinds || 'no objects'}.`,
    ...left,
    '',
    'orrery run FILE plays it, orrery lint FILE checks it. How pods behave from here on is up to',
    'you: see "behaviour" in docs/reference/scenario-language.md.',
  ];
}

function untilOf(steps: readonly Step[]): string {
  const last = steps.at(-1)?.at ?? '0s';
  return `${Number(last.slice(0, -1)) + 600}s`;
}

function stepLines(steps: readonly Step[]): readonly string[] {
  if (steps.length > 0) {
    return [
      '# What was done while it was recorded, but for what controllers of it did: that is left to',
      '# the simulated ones.',
      'steps:',
      ...steps.map((step) => indented(stringify([escaped(step)], WIDTH).trimEnd())),
    ];
  }
  return [
    '# What happens next. For example:',
    '#   - { at: 10s, failNode: node-1 }',
    '#   - at: 20s',
    '#     expect: { kind: Deployment, name: web, that: status.readyReplicas == spec.replicas }',
    '#     within: 2m',
    'steps:',
    '  - { at: 0s, note: The state as it was imported. }',
  ];
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}

/** In a scenario `${` begins a variable; `$${` is the text itself. */
function escaped(value: unknown): unknown {
  const document = new Document(value as JsonMap);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string') node.value = node.value.replaceAll('${', () => '$${');
    },
  });
  return document.toJS() as unknown;
}
