/** What manifests change that are applied again after an upgrade, in words. */
import { expect, it } from 'vitest';
import { appliedFindings } from '../../../../src/cli/upgrade/applied.ts';
import { otherChecks } from '../../../../src/cli/upgrade/checks.ts';
import { movesOf } from '../../../../src/cli/upgrade/plays.ts';
import { phasesOn } from '../../../../src/cli/upgrade/progress.ts';
import type { CheckMark, RunLog } from '#record';
import type { Scenario } from '#scenario';
import { logOf, type Written } from './run-logs.ts';

const metadata = { name: 'it', namespace: 'x', uid: 'it' };
const service = (fields: object, more: object = {}): object => ({
  ...{ kind: 'Service', metadata: { ...metadata, ...more } },
  spec: fields,
});

function messages(written: Written, atMs = 9): readonly string[] {
  const runs = { upgraded: logOf([]), again: logOf([[atMs, written]]), atMs: 9 };
  const moves = [
    { minor: 31, atMs: 3 },
    { minor: 32, atMs: 5 },
  ];
  return appliedFindings({ ...runs, moves }, 30, false).map(({ message, ...rest }) => {
    expect(rest).toEqual({
      ...{ what: 'applied', breaks: false, since: '1.32', after: '1.30' },
      objects: [written.value === nodeObject ? 'Node it' : 'Service x/it'],
    });
    return message;
  });
}
const nodeObject = { kind: 'Node', metadata: { name: 'it', uid: 'it' } };

it.each<[what: string, written: Written, ...messages: string[]]>([
  ['that an object is made', { type: 'created', value: service({}) }, 'applied again, it is made'],
  ['one without a namespace', { type: 'created', value: nodeObject }, 'applied again, it is made'],
  ['nothing of an object that is deleted', { type: 'deleted', value: service({}) }],
  ['nothing of what others write', { origin: { actor: 'kubelet' }, value: service({}) }],
  ['nothing where nothing changes', { previous: service({ a: 1 }), value: service({ a: 1 }) }],
  [
    'nothing of what each write changes',
    {
      previous: service({}, { generation: 1, resourceVersion: '1', managedFields: [] }),
      value: service({}, { generation: 2, resourceVersion: '2', managedFields: [{}] }),
    },
  ],
  ['nothing of null that goes', { previous: service({ a: null }), value: service({}) }],
  [
    'a field that comes, changes and goes',
    { previous: service({ a: 1, b: 'x' }), value: service({ a: 2, c: [1] }) },
    'applied again, it changes spec.a from 1 to 2, spec.c from nothing to [1], spec.b from "x" to nothing',
  ],
  [
    'a label, which somebody has written',
    { previous: service({}), value: service({}, { labels: { a: 'b' } }) },
    'applied again, it changes metadata.labels from nothing to {"a":"b"}',
  ],
  [
    'how many more there are than three',
    { previous: service({ a: 1, b: 1, c: 1, d: 1 }), value: service({ a: 2, b: 2, c: 2, d: 2 }) },
    'applied again, it changes spec.a from 1 to 2, spec.b from 1 to 2, spec.c from 1 to 2 and 1 more field',
  ],
])('says %s', (_, written, ...found) => {
  expect(messages(written)).toEqual(found);
});

it('says nothing of what is written at another time', () => {
  expect(messages({ type: 'created', value: service({}) }, 8)).toEqual([]);
  expect(messages({ type: 'created', value: service({}) }, 10)).toEqual([]);
});

it('moves a life to each release after ten minutes, every two, and a scenario in its second half', () => {
  const moves = (isLife: boolean): readonly number[] =>
    movesOf({ untilMs: 90_001 } as Scenario, [30, 31, 32], isLife).map(({ atMs }) => atMs);
  expect(moves(true)).toEqual([600_000, 720_000]);
  expect(moves(false)).toEqual([45_000, 60_000]);
  const [only] = movesOf({ untilMs: 100 } as Scenario, [30, 31], false);
  expect(only).toEqual({ minor: 31, atMs: 50 });
});

it('compares the checks that two runs have, and gives those that come out otherwise', () => {
  const mark = (line: number, passed: boolean): CheckMark =>
    ({ ...{ file: 'a.yaml', line, verb: 'expect' }, ...{ summary: 'it', passed } }) as CheckMark;
  const before = [mark(1, true), mark(2, true), mark(3, false), mark(4, true)];
  const after: RunLog['checks'] = [mark(3, true), mark(2, false), mark(1, true), mark(5, false)];
  expect(otherChecks(before, after)).toEqual([
    { before: before[1], after: after[1] },
    { before: before[2], after: after[0] },
  ]);
});

it('rewrites a line of a terminal with what is done now, and writes to nothing else', () => {
  const texts: string[] = [];
  const write = (text: string): unknown => texts.push(text);
  const terminal = phasesOn({ isTTY: true, write });
  terminal.show('asking');
  terminal.clear();
  expect(texts).toEqual(['\r\u001b[Kasking', '\r\u001b[K']);
  phasesOn({ write }).show('asking');
  expect(texts).toHaveLength(2);
});
