import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { NearMiss } from '#forms';
import {
  isKnownReason,
  reasonsIn,
  warnOfReasonsIn,
} from '../../../../src/scenario/checks/conditions/reasons.ts';
import { parseExpression } from '../../../../src/scenario/expression/index.ts';
import type { Checker } from '../../../../src/scenario/shape/checker.ts';
import type { ScalarNode } from '../../../../src/scenario/source/node.ts';
import { parseText } from '../../../../src/scenario/source/parse.ts';

const root = resolve(import.meta.dirname, '../../../..');
const WRITTEN =
  /'(?:Normal|Warning)', '([A-Z]\w+)'|\b(?:normal|warning)\('([A-Z]\w+)'|\breason: '([A-Z]\w+)'/g;

it.each(['controllers', 'src/pool'])('every reason that %s writes is known', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const unknown = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(root, folder, file), 'utf8').matchAll(WRITTEN)])
    .map(([, ...groups]) => groups.find((group) => group !== undefined)!)
    .filter((reason) => !isKnownReason(reason));
  expect([...new Set(unknown)]).toEqual([]);
});

it.each<[expression: string, reasons: readonly string[]]>([
  ["status.reason == 'Evicted'", ['Evicted']],
  ["'Evicted' == status.reason", ['Evicted']],
  ["status.reason != 'A' && !(x.reason == 'B')", ['A', 'B']],
  ["status.phase == 'Running'", []],
  ['status.reason == status.phase', []],
  ["status.reason == ''", ['']],
  ['status.reason == 3', []],
  ["reason == 'A'", []],
  ["status['reason'] == 'A'", []],
  ["list.exists(c, c.reason == 'A')", ['A']],
  ["(x.reason == 'A').y", ['A']],
  ["[x.reason == 'A', x.reason == 'B']", ['A', 'B']],
  ["list[x.reason == 'A']", ['A']],
  ["x.reason == 'A' ? x.reason == 'B' : x.reason == 'C'", ['A', 'B', 'C']],
  ["size(x.reason == 'A')", ['A']],
])('%s compares reasons with %j', (expression, reasons) => {
  expect(reasonsIn(parseExpression(expression))).toEqual(reasons);
});

it.each<[part: string, warnings: readonly string[]]>([
  ['{ reason: Evictd }', ['Evictd']],
  ['{ reason: Evicted }', []],
  ['{ reason: MyOwnControllersReason }', []],
  [
    '{ conditions: [{ type: Ready, reason: Evictd }, { reason: Unhealty }] }',
    ['Evictd', 'Unhealty'],
  ],
  ['{ reason: { reason: Evictd } }', ['Evictd']],
  ['{ reason: [{ reason: Evictd }] }', ['Evictd']],
  ['{ message: Evictd }', []],
  ['{ reason: 3 }', []],
  ['Evictd', []],
])('in %s the slips are %j', (part, warnings) => {
  const found: unknown[] = [];
  const checker = {
    warning: (node: ScalarNode, message: string, near: NearMiss) =>
      void found.push([node.value, message, near.word]),
  } as unknown as Checker;
  warnOfReasonsIn(parseText(part, 'scenario').roots[0], checker);
  expect(found).toEqual(
    warnings.map((word) => [word, `no controller writes the reason "${word}"`, word]),
  );
});
