import { defaultProfile } from '#kinds';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import {
  answerOf,
  answersOverTime,
  changedBy,
  LessonError,
  minutesOf,
  plainProse,
  readLesson,
  readOrder,
  withoutAnswers,
} from '#lesson';
import { Run } from '#run';
import { checkScenario } from '#scenario';
import { says, saysWhen } from '../../../src/lesson/says.ts';
import { sectionsIn } from '../../../tools/site/pages.ts';

const root = resolve(import.meta.dirname, '../../..');
const registry = new KindRegistry(defaultProfile);

const text = `# A title

- Topic: DaemonSet
- Scenario: daemonset/pace
- Set: window=300

An intro
over two lines.

## How many?

The situation.

- Moment: 1m30s
- Value: DaemonSet default/agent status.numberReady
- Answers: 1, 2
- Other: 2 if "a: 1" were "a: 2" and "b" were ""

Afterwards.
`;

describe('a lesson', () => {
  it('is read from Markdown', () => {
    expect(readLesson('one', text)).toEqual({
      name: 'one',
      title: 'A title',
      topic: 'DaemonSet',
      scenario: 'daemonset/pace',
      set: { window: 300 },
      intro: ['An intro over two lines.'],
      questions: [
        {
          title: 'How many?',
          text: ['The situation.'],
          atMs: 90_000,
          kind: 'DaemonSet',
          key: 'default/agent',
          field: 'status.numberReady',
          answers: ['1', '2'],
          line: 16,
          others: [
            {
              answer: '2',
              line: 17,
              changes: [
                { found: 'a: 1', replaced: 'a: 2' },
                { found: 'b', replaced: '' },
              ],
            },
          ],
          after: ['Afterwards.'],
          said: [],
        },
      ],
      said: [],
    });
  });

  it.each([
    ['# A title', 'expected a title: # Title'],
    ['- Topic: DaemonSet\n', 'expected a line: - Topic: ...'],
    ['1m30s', 'Moment: expected a span such as 14s'],
    ['- Answers: 1, 2\n', 'question 1: expected a line: - Answers: ...'],
    [' status.numberReady', 'Value: expected KIND NAME FIELD'],
    ['window=', 'Set: expected NAME=VALUE'],
    ['were', 'Other: expected ANSWER if "TEXT" were "TEXT"'],
  ])('without "%s" is an error', (part, message) => {
    const read = (): unknown => readLesson('one', text.replace(part, ''));
    expect(read).toThrow(LessonError);
    expect(read).toThrow(message);
  });
});

describe('a line of a lesson', () => {
  it.each([
    ['- Set: window', '- constructor: window', 'constructor: unknown line', 5],
    ['- Set: window', '- Sett: window', 'Sett: unknown line; known are Topic, Scenario, Set', 5],
    ['- Moment', '- Momemt', 'Momemt: unknown line; known are Moment, Value, Answers, Other', 14],
    ['- Answers', '- Value: a b c\n- Answers', 'Value: there are two of these lines', 15],
    ['1, 2\n', '1, 2\n- Other: 1 if\n', 'Other: expected ANSWER if "TEXT" were "TEXT"', 17],
  ])('is refused where "%s" is "%s"', (found, replaced, message, line) => {
    const read = (): unknown => readLesson('one', text.replace(found, replaced));
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ line }));
  });
});

describe('an error in a lesson', () => {
  it.each([
    ['1m30s', 'soon', 14],
    ['were "a: 2"', 'is "a: 2"', 17],
    ['window=300', 'window', 5],
    ['Afterwards.', 'It is [3](run:a/b@x).', 19],
    ['- Answers: 1, 2\n', '', 10],
    ['# A title', 'A title', 1],
  ])('has the line of "%s"', (found, replaced, line) => {
    const broken = text.replace(found, replaced);
    expect(() => readLesson('one', broken)).toThrow(expect.objectContaining({ line }));
    // A comment is not part of the lesson, and takes its lines.
    const noted = broken.replace('\n- Topic', '\n<!-- ## For\n\nauthors -->\n- Topic');
    const later = line === 1 ? 1 : line + 3;
    expect(() => readLesson('one', noted)).toThrow(expect.objectContaining({ line: later }));
  });
});

describe('a list of lessons', () => {
  it('is what each heading links to', () => {
    const list =
      '# Lessons\n\nSee [there](x.md).\n\n## First\n\n- [A](a.md)\n- [B](b-2.md), long\n\n## Later\n\nNone.\n';
    expect(readOrder(list)).toEqual([{ title: 'First', names: ['a', 'b-2'] }]);
  });

  it('says how long a lesson takes, by its words and questions', () => {
    const lesson = readLesson('one', text);
    expect(minutesOf(lesson)).toBe(2);
    expect(minutesOf({ ...lesson, intro: ['word '.repeat(540)] })).toBe(5);
  });

  it('has pages that say what is asked, and nothing of what is right', () => {
    expect(withoutAnswers(readLesson('one', text))).toBe(
      '# A title\n\nTopic: DaemonSet\n\nAn intro over two lines.\n\n## How many?\n\nThe situation.\n\nChoose: **1**, **2**.\n',
    );
  });
});

describe('what the prose of a lesson says about its run', () => {
  const asked = { kind: 'DaemonSet', key: 'default/agent', field: 'status.numberReady' };
  const saidAfter = (prose: string) =>
    readLesson('one', text.replace('Afterwards.', prose)).questions[0]!;

  it('is read as plain prose', () => {
    const { after } = saidAfter('Then [two](run:) are\nready, since [1:20](run:=2).');
    expect(after).toEqual(['Then two are ready, since 1:20.']);
    expect(plainProse('[5](run:x[a].b@1s) of [6](other.md)')).toBe('5 of [6](other.md)');
  });

  it.each([
    ['', { ...asked, atMs: 90_000 }],
    ['@2m', { ...asked, atMs: 120_000 }],
    ['=2', { ...asked, becomes: '2' }],
    ['status.a@1s', { ...asked, field: 'status.a', atMs: 1000 }],
    [
      "Node/node-1:status.conditions[Ready]['x/y']",
      {
        ...{ kind: 'Node', key: 'node-1', field: "status.conditions[Ready]['x/y']" },
        atMs: 90_000,
      },
    ],
    [
      'Deployment/shop/web:spec.replicas=3',
      { kind: 'Deployment', key: 'shop/web', field: 'spec.replicas', becomes: '3' },
    ],
  ])('takes from "%s" what it names, and the rest from the question', (source, expected) => {
    expect(saidAfter(`[two](run:${source})`).said).toEqual([
      { text: 'two', source, line: 19, ...expected },
    ]);
  });

  it.each([
    ['Afterwards.', '[two](run:@soon)', 'question 1: [two](run:@soon): expected a span'],
    ['An intro', '[two](run:@2m)', 'one: [two](run:@2m): there is no question here'],
    ['An intro', '[two](run:Node/a:status)', 'so it needs @MOMENT'],
  ])('is refused where it says no value (%s: %s)', (place, prose, message) => {
    expect(() => readLesson('one', text.replace(place, prose))).toThrow(message);
  });

  it.each([
    ['2', '2', true],
    ['Two', '2', true],
    ['two', '3', false],
    ['66 %', '66', true],
    ['250m', '250m', true],
    ['`ScaleUpLimit`', 'ScaleUpLimit', true],
    ['10:20', '2026-03-02T10:20:00Z', true],
    ['10:20', '2026-03-02T10:21:00Z', false],
    ['none', undefined, true],
    ['0', undefined, true],
    ['1', undefined, false],
    ['none', '0', true],
    ['0', '', false],
  ])('%s says %s: %s', (said, value, expected) => {
    expect(says(said, value)).toBe(expected);
  });

  it.each([
    ['2:30', 150_010, true],
    ['2:31', 150_010, false],
    ['150 s', 150_999, true],
    ['1:20:00', 4_800_000, true],
    ['10 min', 600_000, true],
    ['soon', 0, false],
  ])('%s says %d ms: %s', (said, ms, expected) => {
    expect(saysWhen(said, ms)).toBe(expected);
  });

  it('is not seen as a mark on the pages of the site', () => {
    const pages = sectionsIn(root).flatMap((section) => section.pages);
    const all = pages.filter(({ source }) => source.startsWith('lessons/'));
    expect(all.length).toBeGreaterThan(10);
    expect(all.filter((page) => page.text.includes('](run:'))).toEqual([]);
  });
});

/** `orrery lessons --check` does the same for all lessons and many seeds. */
describe('the lesson about DaemonSets', () => {
  const lesson = readLesson('daemonset', readFileSync(join(root, 'lessons/daemonset.md'), 'utf8'));
  const scenario = readFileSync(join(root, `scenarios/${lesson.scenario}.yaml`), 'utf8');
  const played = async (source: string) => {
    const sources = [{ file: 'x.yaml', text: source }];
    return Run.play(checkScenario('x.yaml', registry, { sources }).scenarios[0]!);
  };

  it('has what is asked about over the whole run, with each value as an answer says it', async () => {
    const [first] = lesson.questions;
    const log = await played(scenario);
    const all = answersOverTime(first!, log, registry);
    expect(all[0]).toEqual({ atMs: 0, value: '0' });
    expect(all.findLast(({ atMs }) => atMs <= first!.atMs)?.value).toBe(
      answerOf(first!, log, registry),
    );
    expect(all.every(({ value }, at) => value !== all[at - 1]?.value)).toBe(true);
    const absent = answersOverTime({ ...first!, key: 'default/none' }, log, registry);
    expect(absent).toEqual([{ atMs: 0, value: 'none' }]);
  });

  it('has its answers from the run, and changes under which others are right', async () => {
    const log = await played(scenario);
    expect(lesson.questions.map((question) => answerOf(question, log, registry))).toEqual([
      '2',
      '4',
      '5',
    ]);
    const [first] = lesson.questions;
    for (const other of first!.others) {
      expect(answerOf(first!, await played(changedBy(scenario, other)), registry)).toBe(
        other.answer,
      );
    }
  });
});
