/** Exploring real processes: a planted mistake is found and made small, and a client without one passes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explore, planText, readPlan, type Setting } from '#grade';
import { clients } from '../../tools/grade/clients.ts';
import { root } from '../support/imports.ts';

/** Other tests run at the same time. */
const patience = 2;
const { writer } = clients(root, patience);
const change = readFileSync(join(root, 'tools/grade/clients/change.yaml'), 'utf8');
const options = {
  ...{ most: 10, seed: 1, jobs: 3, withinMs: 60_000, stopsAtFirst: true },
  isShrunk: false,
  report: () => undefined,
};

function setting(bug?: string): Setting {
  const { command, ...stage } = writer.stage(bug);
  const { goal } = writer.expectations;
  return {
    ...{
      ...stage,
      client: { command },
      steps: [{ apply: [parse(change)] }],
      ...(goal && { goal }),
    },
    ...{ invariants: [], ignored: [], patience },
  };
}

function parse(text: string): unknown {
  const [, name, shown] = /name: (\S+),[^]*text: (\w+)/.exec(text)!;
  return {
    ...{ apiVersion: 'example.com/v1', kind: 'Page' },
    ...{ metadata: { name, namespace: 'default' }, spec: { text: shown } },
  };
}

const blind = '{"unseen":"configmaps","step":1,"through":1}';
const touch = '{"touch":"configmaps default/page-one","step":1}';
const restart = '{"rewind":"pages.example.com","step":0,"through":1}';

describe('exploring', () => {
  it('finds a client that overwrites what others have written', async () => {
    const plans = [readPlan(`[${blind},${touch}]`, '')];
    const { mistakes } = await explore(setting('no-version'), { ...options, plans });
    expect(mistakes.map(({ findings }) => findings[0]?.found)).toEqual([
      'configmaps default/page-one has lost the annotation of another client',
    ]);
  });

  it('makes a plan small, and lets a client without a mistake pass', async () => {
    const plans = [readPlan(`[${restart},${touch}]`, '')];
    const [found, sound] = await Promise.all([
      explore(setting('drop-fields'), { ...options, plans, isShrunk: true }),
      explore(setting(), { ...options, plans }),
    ]);
    expect(found.mistakes.map(({ plan }) => planText(plan))).toEqual([`[${touch}]`]);
    expect(sound.results.map(({ verdict }) => verdict)).toEqual(['pass']);
  });
});
