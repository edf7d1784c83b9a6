/** What differs between releases, as text: each section, and none that is empty. */
import { expect, it } from 'vitest';
import { plainStyle } from '#record';
import { changesText } from '../../../src/cli/versions/text.ts';

type Changes = Parameters<typeof changesText>[0];

const nothing = {
  kinds: { added: [], removed: [], deprecated: [], stored: [] },
  types: [],
  gates: { added: [], removed: [], changed: [] },
  behaviours: { added: [], removed: [] },
  filled: [],
};

const form = (gate: string, stage: string, isOn: boolean, more: object = {}): object => ({
  ...{ gate, stage, default: isOn },
  ...more,
});
const job = { apiVersion: 'batch/v1', kind: 'Job' };

const parts: Readonly<Record<string, readonly [object, string]>> = {
  kinds: [
    {
      kinds: { ...nothing.kinds, added: [job], removed: [{ ...job, apiVersion: 'batch/v1beta1' }] },
    },
    'Kinds\n  + batch/v1 Job\n  - batch/v1beta1 Job\n',
  ],
  warnings: [
    { kinds: { ...nothing.kinds, deprecated: [{ ...job, warning: 'batch/v1 Job is old' }] } },
    'Kinds that are warned of\n  ~ batch/v1 Job is old\n',
  ],
  stored: [
    { kinds: { ...nothing.kinds, stored: [{ ...job, from: 'v1beta1', to: 'v1' }] } },
    'Kinds stored in another version\n  ~ batch/v1 Job: v1beta1 -> v1\n',
  ],
  fields: [
    {
      types: [
        {
          type: 'JobSpec',
          added: [{ field: 'a', gate: 'JobA' }, { field: 'b' }],
          removed: [{ field: 'c', gate: 'JobC' }],
          changed: [{ field: 'd', from: 'integer', to: 'string' }],
          defaults: [],
        },
      ],
    },
    'Fields\n  + JobSpec a (JobA)\n  + JobSpec b\n  - JobSpec c (JobC)\n  ~ JobSpec d: integer -> string\n',
  ],
  defaults: [
    {
      types: [
        {
          ...{ type: 'JobSpec', added: [], removed: [], changed: [] },
          defaults: [
            { field: 'a', from: '', to: '1' },
            { field: 'b', from: '2', to: '' },
          ],
        },
      ],
    },
    'Defaults of fields\n  ~ JobSpec a: none -> 1\n  ~ JobSpec b: 2 -> none\n',
  ],
  filled: [
    {
      filled: [
        { type: 'batch/v1 Job', field: 'spec.a', to: '1' },
        { type: 'batch/v1 Job', field: 'spec.b', from: '2' },
      ],
    },
    'Filled in where nothing is given\n  ~ batch/v1 Job spec.a: none -> 1\n  ~ batch/v1 Job spec.b: 2 -> none\n',
  ],
  gates: [
    {
      gates: {
        added: [form('New', 'alpha', false)],
        removed: [form('Old', 'GA', true), form('Dropped', 'alpha', false)],
        changed: [
          {
            gate: 'Some',
            from: form('Some', 'beta', true),
            to: form('Some', 'GA', true, { locked: true }),
          },
        ],
      },
    },
    'Feature gates\n  + New (alpha, off)\n  - Old (stays on)\n  - Dropped (stays off)\n  ~ Some: beta, on -> GA, on, locked\n',
  ],
  behaviours: [
    { behaviours: { added: ['NewWays'], removed: ['OldWays'] } },
    'Behaviours without a gate\n  + NewWays\n  - OldWays\n',
  ],
};

const textOf = (part: object): string =>
  changesText({ ...nothing, ...part } as unknown as Changes, plainStyle);

it.each(Object.entries(parts))(
  'lists what differs in a section of its own: %s',
  (_, [part, text]) => {
    expect(textOf(part)).toBe(text);
  },
);

it('puts an empty line between sections', () => {
  const { behaviours, filled } = parts;
  expect(textOf({ ...behaviours![0], ...filled![0] })).toBe(`${filled![1]}\n${behaviours![1]}`);
});

it('says so where nothing differs', () => {
  expect(textOf({})).toBe('nothing differs\n');
});
