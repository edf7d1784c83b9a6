import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KindRegistry, kinds } from '#kinds';
import { answerOf, changedBy, LessonError, readLesson } from '#lesson';
import { Run } from '#run';
import { checkScenario } from '#scenario';

const root = resolve(import.meta.dirname, '../../..');
const registry = new KindRegistry(kinds);

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
          others: [
            {
              answer: '2',
              changes: [
                { found: 'a: 1', replaced: 'a: 2' },
                { found: 'b', replaced: '' },
              ],
            },
          ],
          after: ['Afterwards.'],
        },
      ],
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

/** `orrery lessons --check` does the same for all lessons and many seeds. */
describe('the lesson about DaemonSets', () => {
  const lesson = readLesson('daemonset', readFileSync(join(root, 'lessons/daemonset.md'), 'utf8'));
  const scenario = readFileSync(join(root, `scenarios/${lesson.scenario}.yaml`), 'utf8');
  const played = async (source: string) => {
    const sources = [{ file: 'x.yaml', text: source }];
    return Run.play(checkScenario('x.yaml', registry, { sources }).scenarios[0]!);
  };

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
