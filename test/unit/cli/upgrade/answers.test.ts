/** The answers of several releases to the same object, compared. */
import { expect, it } from 'vitest';
import { compareAnswers, type Answer, type Answers } from '../../../../src/cli/upgrade/answers.ts';

const object = {
  name: 'Job once',
  placeOf: (field: string) => ({ file: 'a.yaml', line: field.length }),
};

const accepted = (stored: object, rest: Partial<Answer> = {}): Answer => ({
  ...{ warnings: [], dropped: new Map<string, string>(), sent: {}, stored },
  ...rest,
});
const refused = (message: string, field?: string): Answer => ({
  ...{ warnings: [], dropped: new Map<string, string>() },
  refused: { message, ...(field !== undefined && { field }) },
});

function findings(...answers: readonly Answer[]): readonly object[] {
  const releases = answers.map((answer, index): Answers => {
    return { release: `1.${30 + index}`, answers: [answer] };
  });
  return compareAnswers([object], releases);
}

it('says nothing about what is stored alike', () => {
  const stored = { metadata: { uid: 'a' }, spec: { a: 1 }, status: { b: 1 } };
  const other = { metadata: { uid: 'b' }, spec: { a: 1 }, status: { b: 2 } };
  expect(findings(accepted(stored), accepted(other))).toEqual([]);
});

it('names the release that refuses first, once', () => {
  expect(findings(accepted({}), refused('no', 'spec.a'), refused('never'))).toEqual([
    {
      ...{ what: 'refused', breaks: true, since: '1.31', after: '1.30', objects: ['Job once'] },
      ...{ message: 'no', field: 'spec.a', file: 'a.yaml', line: 6 },
    },
  ]);
});

it('counts what the first release refuses as broken only where the last one does, too', () => {
  const [first, second] = findings(refused('not yet'), accepted({}));
  expect(first).toMatchObject({ what: 'refused', breaks: false, since: '1.30' });
  expect(second).toMatchObject({ what: 'accepted', breaks: false, since: '1.31' });
  expect(findings(refused('no'), refused('no'))).toMatchObject([{ breaks: true, since: '1.30' }]);
});

it('reports warnings that are new', () => {
  const warned = accepted({}, { warnings: ['old', 'new'] });
  expect(findings(accepted({}, { warnings: ['old'] }), warned, warned)).toMatchObject([
    { what: 'warned', breaks: false, since: '1.31', message: 'new' },
  ]);
});

it('distinguishes fields that come to have an effect from those that lose it', () => {
  const without = accepted({ spec: {} }, { dropped: new Map([['spec.zone', 'it is off']]) });
  const kept = accepted({ spec: { zone: 'x' } });
  expect(findings(without, kept)).toMatchObject([
    {
      what: 'kept',
      breaks: false,
      field: 'spec.zone',
      message: 'it has an effect; before: it is off',
    },
  ]);
  expect(findings(kept, without)).toMatchObject([
    { what: 'dropped', breaks: true, field: 'spec.zone', message: 'it is off' },
  ]);
});

it('reports defaults that differ, but no uids and no empty values', () => {
  const uid = (digit: string): string => digit.repeat(8) + '-aaaa-bbbb-cccc-' + digit.repeat(12);
  const before = accepted({ spec: { limit: 6, none: null, uid: uid('1') } });
  const after = accepted({ spec: { limit: 9, mode: 'All', uid: uid('2') } });
  expect(findings(before, after)).toMatchObject([
    { what: 'defaulted', field: 'spec.limit', message: '9 by default; before: 6' },
    { what: 'defaulted', field: 'spec.mode', message: '"All" by default; before: nothing' },
  ]);
});
