/** The operators in miniature, in three languages: what shows a mistake is made as small as it can be. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { explore, planText, readPlan } from '#grade';
import { commandOf, settingFor, type Language } from '../../tools/explored/programs.ts';
import { root } from '../support/imports.ts';

const cache = mkdtempSync(join(tmpdir(), 'orrery-explored-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

const rewind = '{"rewind":"boxes.example.com","step":1,"through":1}';
const unseen = '{"unseen":"boxes.example.com","step":2,"through":3}';
const kill = '{"kill":"delete configmaps","step":1,"count":1}';
const harmless = '{"touch":"configmaps default/a-0","step":1}';

describe('an operator in miniature', () => {
  it.concurrent.for<[Language, string, string, RegExp]>([
    ['js', 'stale', rewind, /default\/a-1 2 times/],
    ['python', 'unseen', unseen, /^Secret default\/b-0 is too many/],
    ['go', 'intermediate', kill, /^Secret default\/a-1 is too many/],
  ])('in %s, with the mistake "%s"', async ([language, mistake, plan, found], context) => {
    const command = commandOf(root, language, cache);
    if (typeof command === 'string') return context.skip(command);
    const { mistakes } = await explore(
      settingFor(root, language, { command, mistake, patience: 1.5 }),
      {
        plans: [readPlan(`[${harmless},${plan}]`, '')],
        ...{ most: 1, seed: 1, jobs: 1, withinMs: 60_000, stopsAtFirst: true, isShrunk: true },
        report: () => undefined,
      },
    );
    expect(mistakes.map((each) => planText(each.plan))).toEqual([`[${plan}]`]);
    expect(mistakes[0]!.findings[0]!.found).toMatch(found);
  });
});
