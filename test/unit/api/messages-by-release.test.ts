/** What the messages of releases say of the same faults, at the minors where they changed. */
import { expect, it } from 'vitest';
import { causesIn, type Refused } from '../../support/causes.ts';

const container = { name: 'c', image: 'i' };
const daemon = (labels: object): Record<string, unknown> => ({
  spec: {
    selector: { matchLabels: { a: 'x' } },
    template: { metadata: { labels }, spec: { containers: [container] } },
  },
});
const mismatch = '`selector` does not match template `labels`';

it.each<[what: string, minor: number, Refused, causes: readonly string[]]>([
  [
    'prints a map as Go until 1.33',
    33,
    { resource: 'daemonsets.v1.apps', object: daemon({ a: 'b' }) },
    [`spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: ${mismatch}`],
  ],
  [
    'prints a map as JSON from 1.34',
    34,
    { resource: 'daemonsets.v1.apps', object: daemon({ a: 'b' }) },
    [`spec.template.metadata.labels: Invalid value: {"a":"b"}: ${mismatch}`],
  ],
  [
    'reports what several checks find each time until 1.36',
    36,
    { resource: 'configmaps.v1.', stored: {}, object: { metadata: { labels: { 'a b': '' } } } },
    expect.objectContaining({ length: 4 }),
  ],
  [
    'reports what several checks find once from 1.37',
    37,
    { resource: 'configmaps.v1.', stored: {}, object: { metadata: { labels: { 'a b': '' } } } },
    expect.objectContaining({ length: 1 }),
  ],
])('%s', async (_, minor, refused, causes) => {
  expect(await causesIn(minor, refused)).toEqual(causes);
});
