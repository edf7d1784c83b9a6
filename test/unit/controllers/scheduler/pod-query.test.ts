/** Which pods a rule about other pods means, and by which label they are found. */
import { describe, expect, it } from 'vitest';
import { Selector, selectorOf } from '#values';
import type { LabelSelector } from '#types';
import { all, pods, spreadQuery, textOf } from '../../../../controllers/scheduler/pod-query.ts';
import { makePod } from '../objects.ts';

const label = (name: string, value: string) => ({ name, value });

describe('a query', () => {
  it.each<[string, LabelSelector, ReturnType<typeof label> | undefined]>([
    ['a label', { matchLabels: { app: 'web' } }, label('app', 'web')],
    ['the first of several', { matchLabels: { tier: 'a', app: 'web' } }, label('app', 'web')],
    [
      'one value of a list',
      { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] },
      label('app', 'web'),
    ],
    [
      'none of two values',
      { matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'db'] }] },
      undefined,
    ],
    [
      'none that must be another',
      { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] },
      undefined,
    ],
    ['none that must exist', { matchExpressions: [{ key: 'app', operator: 'Exists' }] }, undefined],
    [
      'the one behind others',
      {
        matchExpressions: [
          { key: 'a', operator: 'Exists' },
          { key: 'b', operator: 'In', values: ['c'] },
        ],
      },
      label('b', 'c'),
    ],
    ['none, for all pods', {}, undefined],
  ])('finds by %s', (_, selector, expected) => {
    expect(spreadQuery('default', selectorOf(selector)).label).toEqual(expected);
    expect(pods(['default'], selectorOf(selector)).label).toEqual(expected);
  });

  const web = selectorOf({ matchLabels: { app: 'web' } });
  const pod = makePod('p', {}, { labels: { app: 'web' } });
  const leaving = makePod('q', {}, { labels: { app: 'web' }, deletionTimestamp: 'now' });
  const foreign = makePod('r', {}, { labels: { app: 'web' }, namespace: 'other' });
  const other = makePod('s', {}, { labels: { app: 'db' } });

  it.each([
    ['of a namespace means those that stay', spreadQuery('default', web), [pod]],
    ['of namespaces means all there', pods(['default', 'x'], web), [pod, leaving]],
    ['of any namespace means all', pods(undefined, web), [pod, leaving, foreign]],
    [
      'of several means those of all of them',
      all([pods(undefined, web), spreadQuery('default', web)]),
      [pod],
    ],
    ['of one is that one', all([pods(undefined, web)]), [pod, leaving, foreign]],
  ])('%s', (_, query, expected) => {
    expect([pod, leaving, foreign, other].filter((each) => query.matches(each))).toEqual(expected);
  });

  it('has a key that says what it means', () => {
    const nothing = new Selector([{ key: 'a', operator: 'in', values: [] }]);
    const keys = [
      spreadQuery('default', web),
      pods(['a', 'b'], web),
      pods(undefined, web),
      all([pods(undefined, web), spreadQuery('default', web)]),
    ].map(({ key }) => key);
    expect(keys).toEqual([
      'spread default app=web',
      'pods a,b app=web',
      'pods * app=web',
      'pods * app=web & spread default app=web',
    ]);
    expect(textOf(selectorOf({}))).toBe('');
    expect(textOf(nothing)).not.toBe('');
    expect(textOf(selectorOf(undefined))).toBe('<nothing>');
  });
});
