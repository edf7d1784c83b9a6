/** All that a controller says about an object at a past, as text. */
import { accountants } from '#controllers';
import { defaultProfile } from '#kinds';
import { parseTime, type KubeObject } from '#values';
import type { Pod } from '#types';
import type { ControllerDefinition, Pass } from '#runtime';
import { ofRelease } from '../../../../src/record/why/of-release.ts';
import { makePod } from '../objects.ts';
import { passOver, pastView, stageTexts, textOf, type PastParts } from '../past-view.ts';

export interface Scene extends PastParts {
  readonly object: KubeObject;
  /** As it was written; default: as it was before. */
  readonly written?: KubeObject;
  readonly evidence?: unknown;
  readonly actor?: string;
  /** Parts of fields that are asked for one by one. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
}

/** Field by field: the rule, the value and the terms, each of them once. */
export function explained({ name }: ControllerDefinition, scene: Scene): string {
  const accountant = accountants.find(({ controller }) => controller === name)!;
  const [{ explainers } = accountant] = ofRelease([accountant], defaultProfile);
  const { object, written = object, evidence, actor = 'test', parts = {} } = scene;
  const lines: string[] = [];
  const said = new Set<string>();
  for (const { kind, fields } of explainers) {
    if (kind.kind !== object.kind) continue;
    for (const [field, account] of Object.entries(fields)) {
      for (const part of [undefined, ...(parts[field] ?? [])]) {
        const pass: Pass = {
          ...passOver(object, pastView(scene), evidence),
          written,
          actor,
          within: part === undefined ? [] : [part],
        };
        const { rule, value, terms, stages = [] } = account(pass as never);
        const title = part === undefined ? field : `${field} ${part}`;
        lines.push(
          part === undefined ? `  ${title} ${JSON.stringify(value)}: ${rule}` : `  ${title}`,
        );
        const texts = [...terms.map(textOf), ...stages.flatMap(stageTexts)].map(
          (text) => `    ${text}`,
        );
        const fresh = texts.filter((text) => !said.has(text));
        lines.push(...fresh);
        if (fresh.length < texts.length)
          lines.push(`    ${texts.length - fresh.length} from above`);
        for (const text of fresh) said.add(text);
      }
    }
  }
  return lines.join('\n');
}

/** All scenes, each under its title. */
export function explainedAll(
  controller: ControllerDefinition,
  scenes: Readonly<Record<string, Scene>>,
): string {
  return Object.entries(scenes)
    .map(([title, scene]) => `${title}\n${explained(controller, scene)}\n`)
    .join('\n');
}

/** The reference of an object to its controller. */
export function ownedBy({ apiVersion, kind, metadata }: KubeObject): object {
  const { name, uid } = metadata;
  return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true }] };
}

export const labels = { app: 'web' };

export const now = parseTime('2026-11-20T21:00:00Z');

/** `r` ready, `n` not, `g` going, `d` done; upper case: without all labels. */
export function pods(signs: string, owner: KubeObject, more: object = {}): readonly Pod[] {
  return [...signs].map((sign, i) => {
    const kind = sign.toLowerCase();
    const pod = makePod(
      'abcdef'[i]!,
      {},
      {
        ...ownedBy(owner),
        labels: sign === kind ? { ...labels, part: 'front', ...more } : labels,
        ...(kind === 'g' && { deletionTimestamp: '2026-11-20T20:59:00Z' }),
      },
    );
    const ready = {
      type: 'Ready',
      status: kind === 'r' ? 'True' : 'False',
      lastTransitionTime: '2026-11-20T20:59:55Z',
    };
    const phase = kind === 'd' ? 'Succeeded' : 'Running';
    return { ...pod, status: { phase, conditions: [ready] } as Pod['status'] };
  });
}
