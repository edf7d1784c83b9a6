/** Expressions: what they come to, and what is wrong with bad ones. */
import { defaultProfile } from '#kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import type { StructSchema } from '#schema';
import {
  any,
  compile,
  compileBoolean,
  Cost,
  CostError,
  EvaluationError,
  ExpressionError,
  parseExpression,
  typeOf,
  type Names,
} from '../../../../src/scenario/expression/index.ts';

const kinds = new KindRegistry(defaultProfile);

function schemaOf(kind: string): StructSchema {
  return kinds.byName(kind)!.schema;
}

function namesOf(kind: string): Names {
  const fields = [...schemaOf(kind).fields];
  return new Map(fields.map(([name, { schema }]) => [name, typeOf(schema)]));
}

const pod = {
  metadata: {
    name: 'web-0',
    labels: { app: 'web', 'app.kubernetes.io/name': 'shop' },
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: {
    containers: [
      {
        name: 'a',
        image: 'example.com/a:1',
        resources: { requests: { cpu: '500m', memory: '1Gi' } },
      },
      { name: 'b', image: 'example.com/b:2' },
    ],
  },
  status: {
    phase: 'Running',
    startTime: '2026-01-01T00:00:03Z',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:05Z' }],
    containerStatuses: [{ name: 'a', restartCount: 2, ready: true }, { name: 'b' }],
  },
};
const daemonSet = {
  metadata: { name: 'agent' },
  status: { desiredNumberScheduled: 3, numberReady: 3 },
};

function truth(text: string, kind: string, object: object): boolean {
  const run = compileBoolean(parseExpression(text), namesOf(kind));
  return run((name) => (object as Record<string, unknown>)[name], new Cost());
}

describe('about a pod', () => {
  it.each([
    "status.phase == 'Running'",
    "status.phase != 'Failed'",
    "status.phase in ['Running', 'Succeeded']",
    "'app' in metadata.labels",
    "!('tier' in metadata.labels)",
    "metadata.labels.app == 'web'",
    "metadata.labels['app.kubernetes.io/name'] == 'shop'",
    "metadata.labels.tier == ''",
    'size(spec.containers) == 2',
    'spec.containers.size() > 1',
    "spec.containers[1].name == 'b'",
    "spec.containers[7].name == ''",
    "spec.containers.exists(c, c.image.endsWith(':2'))",
    "spec.containers.all(c, c.image.startsWith('example.com/'))",
    "spec.containers.exists_one(c, c.name == 'a')",
    "spec.containers.filter(c, c.name == 'a').size() == 1",
    "spec.containers.map(c, c.name) == ['a', 'b']",
    "spec.containers.map(c, c.name).join('+') == 'a+b'",
    "metadata.labels.all(key, key.contains('app'))",
    'status.containerStatuses.map(s, s.restartCount).sum() == 2',
    'status.containerStatuses.map(s, s.restartCount).max() == 2',
    'status.containerStatuses.map(s, s.restartCount).min() == 0',
    'status.containerStatuses.filter(s, s.ready).size() == 1',
    "status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')",
    // Quantities
    "spec.containers[0].resources.requests['cpu'] == '0.5'",
    "spec.containers[0].resources.requests['memory'] >= '1024Mi'",
    "spec.containers[0].resources.requests['cpu'] < 1",
    "spec.containers[0].resources.requests['cpu'] + quantity('500m') == quantity('1')",
    "double(spec.containers[0].resources.requests['cpu']) == 0.5",
    "spec.containers[1].resources.requests['cpu'] == 0",
    // Times and durations
    "status.startTime - metadata.creationTimestamp == duration('3s')",
    "status.startTime - metadata.creationTimestamp <= '1m'",
    'status.startTime > metadata.creationTimestamp',
    "status.startTime < '2026-01-01T00:00:04Z'",
    "status.startTime < timestamp('2026-01-01T01:00:00+01:00') + duration('4s')",
    "metadata.creationTimestamp + duration('3s') == status.startTime",
    'double(status.startTime - metadata.creationTimestamp) == 3.0',
    "status.startTime - duration('3s') == metadata.creationTimestamp",
    "duration('3s') + metadata.creationTimestamp == status.startTime",
    "duration('1m') + duration('30s') == duration('90s')",
    "duration('1m') - duration('30s') == duration('30s')",
    "duration('30s') * 3 == duration('1m30s')",
    "duration('90s') / 3 == duration('30s')",
    "duration('30s') < duration('31s') && !(duration('30s') < duration('30s'))",
    "duration('30s') <= duration('30s') && duration('30s') >= duration('30s')",
    "quantity('1') - quantity('500m') == quantity('500m')",
    // What is absent
    'metadata.deletionTimestamp == null',
    '!has(metadata.deletionTimestamp)',
    'has(status.startTime)',
    'spec.hostNetwork == false',
    '!spec.hostNetwork',
    "spec.nodeName == ''",
    'spec.tolerations == []',
    'size(spec.tolerations) == 0',
    '!spec.tolerations.exists(t, t.key == "x")',
    'spec.tolerations.all(t, false)',
    'spec.affinity.nodeAffinity == null',
    'spec.terminationGracePeriodSeconds == 0',
    '!has(spec.terminationGracePeriodSeconds)',
    "!(metadata.deletionTimestamp - metadata.creationTimestamp < duration('5s'))",
    "!(metadata.deletionTimestamp - metadata.creationTimestamp >= duration('5s'))",
    '!(metadata.deletionTimestamp < status.startTime)',
    "!(metadata.deletionTimestamp < '2026-01-01T00:00:00Z')",
    // The rest of the language
    '1 + 2 * 3 == 7',
    '(1 + 2) * 3 == 9',
    '7 % 4 == 3 && 7 / 2 == 3.5',
    '-1 < 0 && - -1 == 1',
    "'a' < 'b' && 'a' + 'b' == 'ab'",
    "(status.phase == 'Running' ? 1 : 2) == 1",
    'false || true && true',
    '!false',
    "'it\\'s' == \"it's\"",
    "'in' in ['in', 'out'] && 'in' == 'i' + 'n'",
    "'WEB'.lowerAscii() == metadata.labels.app",
    "metadata.name.matches('^web-[0-9]+$')",
    "metadata.name.split('-') == ['web', '0']",
    "int(metadata.name.split('-')[1]) == 0",
    "string(7) == '7'",
  ])('%s', (text) => {
    expect(truth(text, 'Pod', pod)).toBe(true);
    expect(truth(`!(${text})`, 'Pod', pod)).toBe(false);
  });

  it.each(['status.numberUnavailable == 0', 'status.numberReady == status.desiredNumberScheduled'])(
    'and about a DaemonSet, whose zeros are left out: %s',
    (text) => {
      expect(truth(text, 'DaemonSet', daemonSet)).toBe(true);
      expect(truth(text, 'DaemonSet', { metadata: { name: 'new' } })).toBe(true);
      expect(truth(text, 'DaemonSet', { status: { numberReady: 1, numberUnavailable: 2 } })).toBe(
        false,
      );
    },
  );
});

it.each<[text: string, x: unknown, expected: boolean]>([
  ["'a' in x", { a: 1 }, true],
  ["'b' in x", { a: 1 }, false],
  ["'toString' in x", {}, false],
  ['3 in x', { 3: 'c' }, true],
  ["'a' in x", ['b', 'a'], true],
  ["'a' in x", [['a']], false],
  ['3 in x', [1, 3], true],
  ["'0' in x", 'text', false],
  ["'length' in x", 'text', false],
  ["'a' in x", null, false],
  ["'a' in x", undefined, false],
  ['5 in x', 5, false],
])('%s, where x is %j, is %s', (text, x, expected) => {
  const run = compileBoolean(parseExpression(text), new Map([['x', any]]));
  expect(run(() => x, new Cost())).toBe(expected);
});

/** `OFFSET message (near word)`. */
function problemOf(text: string, kind = 'Pod'): string {
  try {
    compileBoolean(parseExpression(text), namesOf(kind));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `${error.offset} ${error.message}`;
  }
  return 'none';
}

describe('a bad expression', () => {
  it.each([
    ['', '0 expected a value, found the end'],
    ['status.phase ==', '15 expected a value, found the end'],
    ["status.phase = 'Running'", '13 expected "==", found "="'],
    ["status.phase == 'Running", '16 the text has no end; expected a closing quote'],
    ['(1 == 1', '7 expected ")", found the end'],
    ['true true', '5 expected an operator, or the end, found "true"'],
    ['true & true', '5 expected "&&", found "&"'],
    ['true # no', '5 unexpected "#"'],
    ['status.', '7 expected the name of a field, found the end'],
    ['state.phase == "x"', '0 unknown name "state"; known are apiVersion, kind'],
    ['status.faze == "x"', '7 PodStatus has no field "faze"'],
    ["spec.containers.exists(c, c.imag == '')", '28 Container has no field "imag"'],
    ["spec.containers.name == 'a'", '16 a list has no field "name"; expected an item'],
    ['status.phase.x == 1', '13 text has no field "x"'],
    ["status.phase == 'Runing'", '16 it is never "Runing", but one of Failed, Pending'],
    ['status.phase == 3', '16 text == a number compares different things'],
    [
      "spec.terminationGracePeriodSeconds == '3'",
      '38 a number == text compares different things; leave out the quotes',
    ],
    ['spec.containers == 3', '19 a list == a number compares different things'],
    ['spec.hostNetwork < true', '0 true or false has no order'],
    ["status.startTime < 'soon'", '19 expected a time such as'],
    [
      "spec.containers[0].resources.limits['cpu'] > 'many'",
      '45 expected a quantity such as "500m", found "many"',
    ],
    [
      "status.startTime - metadata.creationTimestamp < 'long'",
      '48 expected a duration such as "5s", found "long"',
    ],
    [
      "status.startTime + '5s' > status.startTime",
      "0 a time + text has no value; expected duration('5s')",
    ],
    ["duration('5')", '9 time: missing unit in duration "5"'],
    ['status.phase', '0 expected true or false, found text'],
    ['size(spec.containers)', '0 expected true or false, found a number'],
    ['!status.phase', '1 expected true or false, found text'],
    ['spec.hostNetwork && 1', '20 expected true or false, found a number'],
    ['1 ? true : false', '0 expected true or false, found a number'],
    ["spec.containers['a'].name == ''", '16 expected a number in [...] of a list, found text'],
    ["metadata.labels[1] == ''", '16 expected text in [...] of a map, found a number'],
    ["metadata.labels[true] == ''", '16 expected text in [...] of a map, found true or false'],
    ["'a' in status.phase", '7 expected a list or a map behind "in", found text'],
    ['sise(spec.containers) == 1', '0 unknown function "sise"; known are has, size'],
    ["status.phase.startWith('R')", '13 unknown function "startWith"; known are size, contains'],
    ['status.phase.startsWith()', '13 startsWith takes 2 values'],
    ['status.phase.startsWith(1)', '24 startsWith takes text, found a number'],
    ["status.phase.matches('(')", '21 error parsing regexp: missing closing )'],
    ['has(spec)', '0 has takes a field, such as has(status.completionTime)'],
    ['spec.containers.exists(c.name, true)', '16 expected exists(item, expression about the item)'],
    ['spec.containers.exists(c, c.name)', '26 expected true or false, found text'],
    [`${'('.repeat(200)}true`, '100 nested more than 100 deep'],
    ['a'.repeat(5000), '4096 an expression has at most 4096 characters'],
  ])('%s', (text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  it.each([
    [
      'spec.containers.name',
      '16 a list has no field "name"; expected an item, such as [0], or exists(item, ...)',
    ],
    ['metadata.labels.app.x', '20 text has no field "x"'],
    ['status.phase.x', '13 text has no field "x"'],
    ['status.faze', '7 PodStatus has no field "faze"'],
    ['status.phase[0]', '0 expected a list or a map, found text'],
  ])('%s is refused in just these words', (text, problem) => {
    expect(problemOf(`${text} == 1`)).toBe(problem);
  });

  it('with a slip in a word says which is near', () => {
    const near = (text: string): unknown => {
      try {
        compileBoolean(parseExpression(text), namesOf('Pod'));
        return undefined;
      } catch (error) {
        return (error as ExpressionError).near?.word;
      }
    };
    expect(near('status.faze == ""')).toBe('faze');
    expect(near('sise(spec) == 1')).toBe('sise');
  });
});

it.each<[string, boolean]>([
  ["status.startTime < '2027-01-01T00:00:00Z'", false],
  ["status.startTime >= '2027-01-01T00:00:00Z'", false],
  ["spec.containers[0].resources.limits['cpu'] > '1500m'", true],
  ["spec.containers[0].resources.limits['cpu'] == 2", true],
  ["spec.containers[0].resources.limits['memory'] == 0", true],
])('of a pod whose fields are not as usual, %s is %s', (text, expected) => {
  const odd = {
    spec: { containers: [{ resources: { limits: { cpu: 2 } } }] },
    status: { startTime: 3 },
  };
  expect(truth(text, 'Pod', odd)).toBe(expected);
});

it('reads fields of what may be anything, as far as they are there', () => {
  const run = compileBoolean(
    parseExpression("x.a.b[0].c == 'd' && !has(x.y)"),
    new Map([['x', any]]),
  );
  expect(run(() => ({ a: { b: [{ c: 'd' }] } }), new Cost())).toBe(true);
  expect(run(() => ({ a: {} }), new Cost())).toBe(false);
});

describe('what cannot be worked out', () => {
  const names: Names = new Map([['x', any]]);
  it.each([
    ['x / 0 == 1', 3],
    ['x < 5', 'text'],
    ['x < 5', { a: 1 }],
    ['x < x', {}],
    ['x + 1 == 2', { a: 1 }],
    ['x && true', 'yes'],
    ['int(x) == 1', 'one'],
    ['duration(x) > duration("1s")', 'long'],
  ])('%s of %j is reported', (text, x) => {
    const run = compileBoolean(parseExpression(text), names);
    expect(() => run(() => x, new Cost())).toThrow(EvaluationError);
  });
});

describe('numbers', () => {
  /** A random expression, with its value as JavaScript has it. */
  const arithmetic = fc.letrec<{ sum: [string, number]; leaf: [string, number] }>((tie) => ({
    leaf: fc.integer({ min: 0, max: 99 }).map((n): [string, number] => [String(n), n]),
    sum: fc.oneof(
      { maxDepth: 6 },
      tie('leaf'),
      fc
        .tuple(tie('sum'), fc.constantFrom('+', '-', '*'), tie('sum'))
        .map(([[a, x], sign, [b, y]]): [string, number] => [
          `(${a} ${sign} ${b})`,
          sign === '+' ? x + y : sign === '-' ? x - y : x * y,
        ]),
    ),
  })).sum;

  it('come to what they come to everywhere', () => {
    fc.assert(
      fc.property(arithmetic, ([text, value]) => {
        const result = compile(parseExpression(text), new Map()).run(() => undefined, new Cost());
        expect(result === value || (Number.isNaN(result) && Number.isNaN(value))).toBe(true);
      }),
    );
  });
});

it('any text is an expression, or says where it is not one', () => {
  const words = fc.constantFrom(
    'status',
    '.',
    'phase',
    '==',
    "'x'",
    '(',
    ')',
    '[',
    ']',
    '1',
    '&&',
    '!',
    'exists',
    ',',
    '?',
    ':',
    'in',
    ' ',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      try {
        compileBoolean(parseExpression(text), namesOf('Pod'));
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        expect(error.offset).toBeGreaterThanOrEqual(0);
        expect(error.offset).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

describe('what an expression may cost', () => {
  const items = Array.from({ length: 10 }, (_, i) => i);
  const nested = (depth: number): string => {
    let text = 'i0 >= 0';
    for (let i = depth - 1; i >= 0; i--) text = `items.all(i${i}, ${text})`;
    return text;
  };
  const run = (text: string, cost: Cost): unknown =>
    compile(parseExpression(text), new Map([['items', any]])).run(() => items, cost);

  it('grows with the items that it looks at', () => {
    const costs = [1, 2, 3].map((depth) => {
      const cost = new Cost();
      run(nested(depth), cost);
      return cost.spent;
    });
    expect(costs[1]! / costs[0]!).toBeGreaterThan(5);
    expect(costs[2]! / costs[1]!).toBeGreaterThan(5);
  });

  it.each([
    ['lists in lists in lists', nested(9)],
    ['lists of lists, joined', 'items.map(a, items.map(b, items.map(c, items).sum()).sum()).sum()'],
    [
      'lists that hold one list again and again, compared',
      `${'['.repeat(1)}items].map(a, [a, a])${'.map(a, [a, a])'.repeat(25)} == [items].map(a, [a, a])${'.map(a, [a, a])'.repeat(25)}`,
    ],
    [
      'text that grows',
      `items.map(a, items.map(b, items.map(c, '${'x'.repeat(3000)}').sum()).sum()).sum()`,
    ],
  ])('is bounded: %s', (_, text) => {
    const cost = new Cost(100_000);
    expect(() => run(text, cost)).toThrow(CostError);
    expect(cost.spent).toBeLessThan(200_000);
  });

  it('is bounded for what is shown, too', () => {
    const text = `string([items].map(a, [a, a])${'.map(a, [a, a])'.repeat(40)})`;
    expect(run(text, new Cost())).toHaveLength(80);
  });
});

describe('regular expressions', () => {
  it.each([
    ['^(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', false],
    ['b', 'abc', true],
    ['(?i)^ABC$', 'abc', true],
    ['^.$', '\u{1F600}', true],
  ])('%j in %j: %s', (pattern, value, expected) => {
    expect(truth(`metadata.name.matches('${pattern}')`, 'Pod', { metadata: { name: value } })).toBe(
      expected,
    );
  });

  it.each([
    ['(', 'missing closing )'],
    ['(?=a)', 'invalid or unsupported Perl syntax'],
    ['(a)\\\\1', 'invalid escape sequence'],
    ['x{1001}', 'invalid repeat count'],
    [`(${'a'.repeat(500)}){1000}`, 'repeats too much'],
    ['a'.repeat(1001), 'at most 1000 characters'],
  ])('refuses %j as RE2 does', (pattern, message) => {
    const text = `metadata.name.matches('${pattern}')`;
    expect(() => compileBoolean(parseExpression(text), namesOf('Pod'))).toThrow(message);
  });
});
