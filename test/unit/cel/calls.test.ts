/**
 * All calls of functions and operators that v1.24 has, with samples of all types: which fit, what they result in,
 * what they can cost and what they do cost.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checked, lineOf, overloads, rangeOf } from './lines.ts';

/** An expression of each type. */
const samples = [
  ...['true', 'self.n', '3u', 'self.r', 'self.text', '"a-b"', 'self.data', 'self.span'],
  ...['timestamp("2026-02-03T04:05:06.789Z")', 'url("https://a.example:80/p?x=1")', 'null'],
  ...['self.ints', 'self.texts', 'self.counts', 'self.part', 'int', '[]'],
];
const fewer = ['self.n', '1', 'self.text', '"b"', 'self.texts', 'true'];

/** The sum of the texts costs what they can have in length. */
function sizeOf(text: string): string | undefined {
  const found = checked(`size(${text} + ${text})`);
  return found.faults.length > 0 ? undefined : rangeOf(`(${text}) + (${text})`);
}

function written(name: string, args: readonly string[], isMember: boolean): string {
  const operator = /^_(.+)_$/.exec(name)?.[1];
  if (name === '_[_]') return `${args[0]!}[${args[1]!}]`;
  if (name === '_?_:_') return `${args[0]!} ? ${args[1]!} : ${args[2]!}`;
  if (name === '@in') return args.join(' in ');
  if (operator !== undefined) return args.join(` ${operator} `);
  if (name === '!_' || name === '-_') return `${name[0]!}${args[0]!}`;
  const [first, ...rest] = args;
  return isMember ? `${first!}.${name}(${rest.join(', ')})` : `${name}(${args.join(', ')})`;
}

function tuples(choices: readonly string[], length: number): readonly (readonly string[])[] {
  if (length === 0) return [[]];
  return tuples(choices, length - 1).flatMap((before) =>
    choices.map((choice) => [...before, choice]),
  );
}

it('calls fit, cost and result as they do in v1.24', async () => {
  const forms = new Map<string, readonly [name: string, count: number, isMember: boolean]>();
  for (const [name, all] of overloads) {
    for (const { args, isMember } of all) {
      forms.set(`${name} ${args.length} ${isMember}`, [name, args.length, isMember]);
    }
  }
  const lines = [...forms.values()].flatMap(([name, count, isMember]) => {
    const choices = count < 3 ? samples : fewer;
    const found = tuples(count > 3 ? fewer.slice(1, 4) : choices, count).flatMap((args) => {
      const text = written(name, args, isMember);
      const line = lineOf(text);
      if (line === undefined) return [];
      const size = sizeOf(text);
      return [`  ${line}${size === undefined ? '' : `; joined ${size}`}`];
    });
    return [`${name}, ${count} values`, ...found];
  });
  await expect(lines.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'calls.txt'));
}, 60_000);

it('expressions cost what their parts do', async () => {
  const lists = ['self.ints', 'self.texts', 'self.counts', 'self.parts', '[1, 2, 3]', '[]'];
  const macros = [
    ...['LIST.all(x, x == x)', 'LIST.exists(x, x == x)', 'LIST.exists_one(x, x == x)'],
    ...['LIST.filter(x, x == x)', 'LIST.map(x, x)', 'LIST.map(x, x == x, [x])'],
    ...['LIST.filter(x, true).size()', 'LIST.map(x, [x]).exists(x, x.size() > 3)'],
    ...['LIST.filter(x, x != x).all(y, LIST.exists(z, z == y))', 'LIST.all(x, true)'],
    ...['LIST.map(x, self.long).join()', 'LIST.map(x, self.text).join(self.text)'],
    ...['LIST.filter(x, true).map(x, self.text).join(", ") + "."'],
  ];
  const others = [
    ...['true', '1', '"text"', 'self', 'self.n', 'has(self.n)', 'has(self.part.a)', 'self.part.a'],
    ...['[]', '[self.n, 1]', '{}', '{"a": self.n}', '{"a": self.n, "b": size(self.text)}'],
    ...['true && self.n == 1', 'self.n == 1 && true', 'self.n == 1 || self.text == "a"'],
    ...['self.n == 2 || self.text == "a"', '(self.n == 1) == (self.n == 1)'],
    ...['self.n == 1 ? self.text : self.long', '(self.n == 1 ? self.text : "abc") + "d"'],
    ...['self.n == 2 ? self.text + self.long : "a"', 'self.counts.a', 'self.counts["a"]'],
    ...['self.ints[0]', 'self.texts[0] + self.texts[1]', 'self.parts[1].a', 'self.parts[0].name'],
    ...['self.parts.all(p, p.a > 0 && has(p.name))', 'self.counts.all(k, k.startsWith("b"))'],
    ...['self.counts.map(k, k + k).join()', 'self.texts.map(t, t + t).join("-").size()'],
    ...['b"abc" + self.data', 'string(self.data) + "x"', 'bytes(self.text) + b"x"'],
    ...['"👑👑👑👑👑👑👑👑👑👑" + "ä"', 'self.text.replace("", "ab") + ""'],
    ...['self.text.replace("ab", "") + ""', 'self.text.replace("a", "bcd") + ""'],
    ...['self.text.replace("", self.text) + ""', 'self.text.replace(self.text, "") + ""'],
    ...['self.text.replace(self.text, self.long) + ""', '"abcabc".replace("abc", "de") + ""'],
    ...['"abcdefghijklmnop".replace("", "de") + ""', '"abcabc".replace("b", "de", 1) + ""'],
    ...['self.long.split("/").join("/")', 'self.text.findAll("a").join(",")', '[""].join("abc")'],
    ...['["ab", "cd", "ef"].join("0123456789")', '[].map(x, "a").join("0123456789")'],
    ...['[self.data].isSorted()', '[self.text, self.long].isSorted()', '[self.long].min()'],
    ...['type(self.n) == int', '[int, string]', 'google.protobuf.Duration', 'dyn(self.text) == 1'],
    ...['[dyn(1), "a"].exists(x, x == 1)', '[[1], [2]].all(x, x[0] > 0)', '{1: 2}[1]', '{1: 2}[3]'],
    ...['[0, 5].exists_one(x, x == 0 ? 1 / x == 1 : [1][x] == 1)', '"abc".substring(dyn("a"), 2)'],
    ...[
      '[0, 5].map(x, x == 0 ? 1 / x : [1][x])',
      '[0, 5].filter(x, x == 0 ? 1 / x == 1 : [1][x] == 1)',
    ],
    ...['[0, 5].all(x, x == 0 ? 1 / x == 1 : [1][x] == 1)', '"abc".substring(1, dyn("a"))'],
    ...[
      'self.counts.kind == self.counts.kind',
      'self.counts.metadata == 1',
      'url(dyn(1))',
      'isURL(dyn(1))',
      '"abc".substring(dyn("a"))',
      '"abc".charAt(dyn("a"))',
    ],
    ...[
      'timestamp("1969-12-31T23:59:59.5Z").getFullYear()',
      'string(timestamp("1969-12-31T23:59:59.5Z"))',
    ],
    ...[
      'timestamp("1969-12-31T23:59:59.5Z").getSeconds()',
      'timestamp("1969-12-31T23:59:59.5Z").getMilliseconds()',
    ],
    ...['timestamp("1970-01-01T00:00:00Z").getDate()', 'int(timestamp("1969-12-31T23:59:58.5Z"))'],
    ...['[1, 2][2]', '[1][-1]', '1 / 0', '1 % 0', '9223372036854775807 + 1', '-self.n - 1'],
    ...['has(self.part.constructor)', 'self.part.constructor', 'url("%zz")', 'url("http://[::1")'],
    ...['url(self.long).getHost()', 'url(self.long).getHostname()', 'url(self.long).getPort()'],
    ...['url(self.long).getQuery()', 'url(self.long).getScheme()', 'isURL(self.text)'],
    ...['url(self.long).getEscapedPath()', 'url("https://[::1]:9/ä b").getHostname()'],
    ...[
      'url("https://[::1]/ä").getEscapedPath()',
      'url("../x")',
      'url("/x").getHost()',
      'isURL("/")',
    ],
    ...['url("https://a.example:/").getPort()', 'url("https://a.example:/").getHostname()'],
  ];
  const folds = lists.flatMap((list) => macros.map((macro) => macro.replaceAll('LIST', list)));
  const lines = [...folds, ...others].map((text) => {
    return (
      lineOf(text) ??
      `${text}: ${checked(text)
        .faults.map((each) => each.message)
        .join('; ')}`
    );
  });
  await expect(lines.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'expressions.txt'));
});
