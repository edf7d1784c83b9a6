/** Expressions with faults, and functions at the ends of their arguments. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { showFaults, UnreadableExpression } from '../../../src/cel/syntax.ts';
import { showType } from '../../../src/cel/types.ts';
import { checked, lineOf } from './lines.ts';

it('expressions with faults are refused at the place of the fault', async () => {
  const rules = [
    ...[
      '',
      ' ',
      '(',
      ')',
      '1 +',
      '+ 1',
      '1 2',
      'a.',
      '.a',
      'a..b',
      'a[',
      'a[]',
      'a[1',
      '[1',
      '[1,',
      '[,]',
    ],
    ...[
      '{',
      '{1}',
      '{1:',
      '{1:2',
      '{1:2,',
      '{,}',
      'f(',
      'f(1',
      'f(1,',
      'f(,)',
      'a ? b',
      'a ? b :',
      '? :',
    ],
    ...[
      'a &',
      'a && ',
      '&& a',
      'a | b',
      'a = b',
      'a === b',
      '!',
      '!!true',
      '--1',
      '-!true',
      '!-1',
      '1 < 2 < 3',
    ],
    ...[
      "'",
      '"',
      "'a",
      '"a',
      "'''a''",
      '"""a""',
      "'\\q'",
      "'\\x1'",
      "'\\u12'",
      "'\\U00110000'",
      "'\\400'",
    ],
    ...[
      "b'\\u0041'",
      "r'\\q'",
      "'a\nb'",
      '1.',
      '.5',
      '1e',
      '1e+',
      '0x',
      '0xg',
      '1u',
      '1uu',
      '0x10u',
      '-0x10',
    ],
    ...[
      '9223372036854775808',
      '-9223372036854775808',
      '-9223372036854775809',
      '18446744073709551616u',
    ],
    ...[
      '18446744073709551615u',
      '1e400',
      '@',
      '#',
      '$a',
      'a@b',
      '// only',
      '1 // more',
      'in',
      'null',
      'as',
      'package',
    ],
    ...[
      'self.in',
      'self.package',
      'a.b.c',
      'A{}',
      'A{a: 1}',
      'A{a}',
      'a{',
      'has(a)',
      'has(self)',
      'has()',
      'has(self.n, 1)',
    ],
    ...[
      'has(self.x)',
      'has(self["n"])',
      'self.ints.all()',
      'self.ints.all(x)',
      'self.ints.all(x, 1)',
      'self.ints.all(1, true)',
    ],
    ...[
      'self.ints.all(x.y, true)',
      'self.ints.map(x)',
      'self.ints.map(x, 1, 2)',
      'self.ints.map(x, true, y)',
      'self.n.all(x, true)',
    ],
    ...[
      'self.text.exists(x, x)',
      'self.part.filter(x, true)',
      'self.ints.filter(x, x)',
      'self.ints.exists_one(x, x + 1)',
    ],
    ...[
      'self.ints.filter(x, true).a',
      'self.x',
      'self.n.x',
      'self.part.b',
      'self.counts.x.y',
      'x',
      'x.y',
      'x.y.z',
      'x.f()',
      'x.y.f()',
    ],
    ...[
      'f()',
      'self.f()',
      'size()',
      'size(1)',
      'size(1, 2)',
      'self.n.size()',
      '1 + "a"',
      '1 + 1.0',
      '1u + 1',
      '!1',
      '-"a"',
      '-1u',
    ],
    ...[
      '1 ? 2 : 3',
      'true ? 1 : "a"',
      '[1, "a"]',
      '[1, "a", 2u]',
      '{1: 2, "a": 3}',
      '{1: 2, 2: "a"}',
      '[[1], ["a"]]',
      '[1][true]',
    ],
    ...[
      '{"a": 1}[1]',
      '1[0]',
      '1 in 1',
      '1 in "a"',
      '"a" in [1]',
      '1 == "a"',
      '1 == null',
      'null == [1]',
      'true && 1',
      '1 || true',
    ],
    ...[
      'int == string',
      'type(1) == type("a")',
      'int',
      'google.protobuf.Timestamp',
      'google.protobuf',
      'google.protobuf.Any',
    ],
    ...[
      'self.text < 1',
      'self.ints < self.ints',
      'null < null',
      '[null].isSorted()',
      '["a"].sum()',
      '[[1]].min()',
      '[1].join()',
    ],
    ...[
      'duration(1.0)',
      'timestamp(1.0)',
      'bool(1)',
      'int(true)',
      'uint(true)',
      'bytes(1)',
      'string([])',
      'url(1)',
      'dyn()',
      'type()',
    ],
    ...['x + y', 'self.a + self.b', 'self\n  .a', 'true\n&& 1\n&& x'],
  ];
  const lines = rules.flatMap((rule) => {
    const faults = (): string => {
      try {
        const found = checked(rule);
        return found.faults.length === 0
          ? showType(found.types.get(found.expr)!)
          : showFaults(rule, found.faults);
      } catch (error) {
        if (!(error instanceof UnreadableExpression)) throw error;
        return showFaults(rule, [error]);
      }
    };
    return [
      JSON.stringify(rule),
      ...faults()
        .split('\n')
        .map((line) => `  ${line}`),
    ];
  });
  await expect(lines.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'refused.txt'));
});

it('functions of texts and lists end where their arguments do', async () => {
  const numbers = ['-1', '0', '1', '2', '3', '4', '5'];
  const receivers = ['"abab"', '""', '"👑é👑"'];
  const pairs = numbers.flatMap((first) => numbers.map((second) => [first, second] as const));
  const rules = [
    ...receivers.flatMap((value) => [
      ...numbers.flatMap((number) => [
        `${value}.charAt(${number})`,
        `${value}.substring(${number})`,
        ...['"ab"', '""', '"b"', '"👑"'].flatMap((part) => [
          `${value}.indexOf(${part}, ${number})`,
          `${value}.lastIndexOf(${part}, ${number})`,
          `${value}.replace(${part}, "x", ${number})`,
          `${value}.split(${part}, ${number})`,
        ]),
        `${value}.findAll("[ab]", ${number})`,
      ]),
      ...pairs.map(([from, to]) => `${value}.substring(${from}, ${to})`),
      ...[`${value}.find("b+")`, `${value}.findAll("b")`, `${value} + "x"`],
    ]),
    ...['" \\t a\\n ".trim()', '"ÄaZ@[`{".lowerAscii()', '"äaz@[`{".upperAscii()'],
    ...[
      '[1, 2, 2].isSorted()',
      '[2, 1].isSorted()',
      '[1].isSorted()',
      '[].sum() == 0',
      '[1.5, 2.0].sum()',
    ],
    ...[
      '[1, 2, 2].min()',
      '[1, 3, 2].max()',
      '["b", "a"].min()',
      '[duration("1s"), duration("2s")].sum()',
    ],
    ...[
      '[true, false].max()',
      '[1u, 2u].sum()',
      '[9223372036854775807, 1].sum()',
      '[1].min() + [2].max()',
    ],
    ...[
      '[1, 2, 1].indexOf(1)',
      '[1, 2, 1].lastIndexOf(1)',
      '[1, 2].indexOf(3)',
      '["a", "b"].join()',
    ],
    ...[
      'timestamp("2026-12-31T23:59:59.999Z").getMonth()',
      'timestamp("2026-12-31T23:59:59.999Z").getDayOfYear()',
    ],
    ...[
      'timestamp("2024-03-01T00:00:00Z").getDayOfYear()',
      'timestamp("2026-02-28T23:00:00Z").getDate("+02:00")',
    ],
    ...[
      'timestamp("2026-02-28T23:00:00Z").getHours("-23:30")',
      'timestamp("2026-02-01T00:00:00Z").getDayOfWeek()',
    ],
    ...[
      'timestamp("2026-02-01T00:00:00Z").getDayOfMonth("Europe/Berlin")',
      'timestamp("2026-02-01T00:00:00Z").getHours("Odd")',
    ],
    ...[
      'duration("3661.5s").getHours()',
      'duration("-3661.5s").getMinutes()',
      'duration("1.0015s").getMilliseconds()',
    ],
  ];
  const lines = rules.map((rule) => lineOf(rule) ?? `${rule}: refused`);
  await expect(lines.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'bounds.txt'));
});
