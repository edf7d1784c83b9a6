/** Explanations and links of causes as text. */
import { describe, expect, it } from 'vitest';
import { linkLines, plainStyle, whyText, type Explanation, type Link } from '#record';

const at = (time: number): string => `${time} ms`;

const link = (more: Partial<Link> = {}): Link => ({
  ...{ revision: 7, time: 50, actor: 'counter', verb: 'updated', kind: 'Pod', key: 'default/a' },
  ...{ changes: [], because: 'so', ...more },
});

function textOf(more: Partial<Explanation>): readonly string[] {
  const about = { kind: 'Pod', key: 'default/a', path: 'status.x', revision: 9, chain: [] };
  return whyText({ ...about, ...more }, at, plainStyle);
}

describe('the heading', () => {
  const long = 'x'.repeat(101);
  it.each<[string, unknown, readonly string[]]>([
    ['nothing', undefined, ['= none']],
    ['a text', 'yes', ['= yes']],
    ['a long text', long, [`= ${long}`]],
    ['a number', 0, ['= 0']],
    ['a small map', { a: 1 }, ['= {"a":1}']],
    ['a small list', [1, 'b'], ['= [1,"b"]']],
    ['a map of 100 characters', { a: 'x'.repeat(92) }, [`= {"a":"${'x'.repeat(92)}"}`]],
    ['a large map', { a: long, b: 2 }, ['=', `    a: ${long}`, '    b: 2']],
    ['a large list', [long, 2], ['=', `    - ${long}`, '    - 2']],
  ])('shows %s whole', (_, value, [first, ...parts]) => {
    const lines = textOf({ value, setBefore: 3 });
    expect(lines.slice(0, parts.length + 2)).toEqual([
      `Pod default/a  status.x ${first}`,
      ...parts,
      '',
    ]);
  });
});

describe('who set it', () => {
  const created = link({ actor: 'user', time: 1, revision: 2 });
  const none = { writes: 0, setters: [] };
  it.each<[string, Partial<Explanation>, readonly string[]]>([
    ['nothing is known', { value: 1 }, []],
    [
      'before the history',
      { value: 1, setBefore: 3 },
      ['Set before revision 3, where the history that is kept begins.', ''],
    ],
    ['an actor', { value: 1, chain: [link()] }, ['Set by counter at 50 ms, revision 7', '']],
    ['taken away', { chain: [link()] }, ['Taken away by counter at 50 ms, revision 7', '']],
    [
      'a webhook',
      { value: 1, chain: [link()], webhook: 'hook' },
      ['Set by the webhook hook, in the request of counter at 50 ms, revision 7', ''],
    ],
    [
      'never, as far as is kept',
      { unset: none },
      [
        'Never set in the history that is kept: it has no writes of the object.',
        'No controller accounts for the field.',
        '',
      ],
    ],
    [
      'never in the writes that are kept',
      { unset: { ...none, writes: 1 } },
      [
        'Never set in the history that is kept: the one write in it has not set it.',
        'No controller accounts for the field.',
        '',
      ],
    ],
    [
      'never since its creation',
      { unset: { ...none, created, writes: 1, setters: ['a'] } },
      [
        'Never set: the object was created by user at 1 ms, revision 2, and the one write since has not set it.',
        'a would set it, but has not written to the object yet.',
        '',
      ],
    ],
    [
      'never in many writes',
      { unset: { created, writes: 2, setters: ['a', 'b'], latest: link() } },
      [
        'Never set: the object was created by user at 1 ms, revision 2, and none of the 2 writes since has set it.',
        'a or b would set it; the latest write of the object was by counter at 50 ms, revision 7.',
        '',
      ],
    ],
  ])('%s', (_, explanation, expected) => {
    const lines = textOf(explanation).slice(2);
    const end = lines.indexOf('What led to it:');
    expect(end < 0 ? lines : lines.slice(0, end)).toEqual(expected);
  });
});

describe('the sum', () => {
  const term = (subject: string, counts: boolean, amount?: number) => ({
    ...{ subject, counts, because: counts ? 'ready' : 'gone' },
    ...(amount !== undefined && { amount }),
  });
  const sumOf = (more: Partial<Explanation>): readonly string[] => textOf(more).slice(2, -1);

  it('lists what counts and what does not, in columns', () => {
    const terms = [term('a', false), term('long', true, 0)];
    const account = { rule: 'counts pods', value: 1, terms };
    expect(sumOf({ value: 1, account, exact: true })).toEqual([
      'It counts pods:',
      '  - a     gone',
      '  + long  0  ready',
      '  = 1',
    ]);
  });

  it('lists stages by number, in columns, with a few of their inputs below', () => {
    const account = {
      ...{ rule: 'is computed', value: 3, terms: [] },
      stages: [
        { name: 'measure', of: 'cpu', value: '64Mi', because: 'x', terms: [term('a', true)] },
        { name: 'ratio', of: 'cpu', because: 'y' },
        { name: 'policy', value: 3, because: 'z', decides: true } as const,
        { name: 'all', because: 'w', terms: 'abcdefgh'.split('').map((each) => term(each, false)) },
      ],
    };
    const lines = sumOf({ value: 3, account, exact: true });
    expect(lines.slice(0, 6)).toEqual([
      'It is computed:',
      '  cpu:',
      '  1 measure  64Mi  x',
      '     + a  ready',
      '  2 ratio          y',
      '  3 policy   3     z (changed the result)',
    ]);
    expect(lines.slice(-2)).toEqual(['       and 2 more', '  = 3']);
  });

  it.each<[string, Partial<Explanation>, string]>([
    ['of a write', { exact: true }, 'It'],
    ['as it would be now', { unset: { writes: 0, setters: [] } }, 'As things stand it'],
    ['of another', { unset: { writes: 0, setters: [] }, exact: true }, 'At that write it'],
  ])('says whose it is: %s', (_, more, begins) => {
    const account = { rule: 'is so', value: 1, terms: [] };
    expect(textOf({ account, ...more })).toContain(`${begins} is so:`);
  });

  it('says where it is not what was stored', () => {
    const account = { rule: 'is so', value: 1, terms: [] };
    const note = /The record does not show what the controller saw/;
    expect(sumOf({ account, exact: false }).at(-1)).toMatch(note);
    for (const more of [{}, { exact: true }]) {
      expect(sumOf({ account, ...more }).at(-1)).toBe('  = 1');
    }
  });

  it('is cut after 30 terms, what does not count first', () => {
    const pods = (count: number) => Array.from({ length: count }, (_, i) => term(`p${i}`, i > 9));
    const lines = (count: number) =>
      sumOf({ value: 1, account: { rule: 'is so', value: 1, terms: pods(count) } });
    expect(lines(30)).toHaveLength(32);
    expect(lines(30)[1]).toBe('  - p0   gone');
    const cut = lines(35);
    expect(cut).toHaveLength(33);
    expect(cut.slice(1, 26).every((line) => line.startsWith('  + '))).toBe(true);
    expect(cut.slice(26, 31).every((line) => line.startsWith('  - '))).toBe(true);
    expect(cut[31]).toBe('    and 5 more');
  });

  it('shows a large result with a line for each part', () => {
    const value = { a: 'x'.repeat(100), b: 1 };
    const account = { rule: 'is so', value, terms: [] };
    expect(sumOf({ value: 1, account }).slice(1)).toEqual(['  =', `    a: ${value.a}`, '    b: 1']);
  });
});

describe('a link', () => {
  const strike = (fault: string) => ({
    ...{ atMs: 0, revision: 6, fault, effect: 'Conflict', client: 'kubelet' },
    ...{ verb: 'update', resource: 'pods', key: 'default/a' },
  });
  const change = (field: string, more: object = { from: 1, to: 2 }) => ({
    path: ['status', field],
    ...more,
  });
  const head = '       50 ms  rev 7     counter';

  it.each<[string, Partial<Link>, string]>([
    ['a creation', { verb: 'created', changes: [change('a')] }, 'created Pod default/a'],
    ['a deletion', { verb: 'deleted', changes: [change('a')] }, 'deleted Pod default/a'],
    ['nothing', {}, 'updated Pod default/a'],
    ['a change', { changes: [change('a')] }, 'updated Pod default/a: status.a 1→2'],
    [
      'what is new and what is gone',
      { changes: [change('a', { to: 'x' }), change('b', { from: { c: 1 } })] },
      'updated Pod default/a: status.a none→x, status.b {"c":1}→none',
    ],
    [
      'four changes',
      { changes: ['a', 'b', 'c', 'd'].map((field) => change(field)) },
      'updated Pod default/a: status.a 1→2, status.b 1→2, status.c 1→2, status.d 1→2',
    ],
    [
      'more changes',
      { changes: ['a', 'b', 'c', 'd', 'e', 'f'].map((field) => change(field)) },
      'updated Pod default/a: status.a 1→2, status.b 1→2, status.c 1→2, status.d 1→2 and 2 more',
    ],
    [
      'a value of 100 characters',
      { changes: [change('a', { to: 'x'.repeat(100) })] },
      `updated Pod default/a: status.a none→${'x'.repeat(100)}`,
    ],
    [
      'a longer value',
      { changes: [change('a', { to: 'x'.repeat(101) })] },
      `updated Pod default/a: status.a none→${'x'.repeat(97)}...`,
    ],
  ])('of %s', (_, more, text) => {
    expect(linkLines(link(more), at, plainStyle)).toEqual([
      `${head} ${text}`,
      `${' '.repeat(24)}because: so`,
    ]);
  });

  it.each(['startTime', 'scheduledTimes', 'observedGeneration', 'x.message'])(
    'is silent about %s',
    (field) => {
      const changes = [{ path: ['status', ...field.split('.')], from: 1, to: 2 }];
      expect(linkLines(link({ changes }), at, plainStyle)[0]).toBe(`${head} updated Pod default/a`);
    },
  );

  it('counts the strikes on the way that are alike', () => {
    const faults = ['storm', 'storm', 'rain'].map(strike);
    expect(linkLines(link({ faults }), at, plainStyle)).toEqual([
      `${head} updated Pod default/a`,
      `${' '.repeat(24)}fault storm: Conflict for kubelet, update pods default/a (2 times)`,
      `${' '.repeat(24)}fault rain: Conflict for kubelet, update pods default/a`,
      `${' '.repeat(24)}because: so`,
    ]);
  });

  it('follows the explanation, each cause behind what it caused', () => {
    const lines = textOf({ value: 1, chain: [link(), link({ revision: 3, verb: 'created' })] });
    const first = lines.indexOf('What led to it:');
    expect(lines.slice(first + 1).map((line) => line.trim().split(/ +/)[3])).toEqual([
      '7',
      undefined,
      '3',
      undefined,
    ]);
    expect(textOf({ value: 1 })).not.toContain('What led to it:');
  });
});
