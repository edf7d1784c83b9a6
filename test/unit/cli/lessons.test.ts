/** `orrery lessons` as its users see it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { initLesson } from '../../../src/cli/lessons/init.ts';
import { lessons } from '../../../src/cli/lessons/lessons.ts';
import { packageFolder } from '../../../src/cli/package.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { captured } from '../../support/captured.ts';

const out = captured('lessons');

/** A lesson about a scenario of the library that is short. */
function lesson(...questions: readonly string[]): string {
  return lessonAbout('daemonset/pace', ...questions);
}

function lessonAbout(scenario: string, ...questions: readonly string[]): string {
  const head = `# Mine\n\n- Topic: DaemonSet\n- Scenario: ${scenario}\n\nIt begins.\n`;
  return out.file('class/mine.md', `${head}${questions.join('')}`);
}

const question = (answers: string, ...more: readonly string[]): string => `
## How many?

What is it?

- Moment: 0s
- Value: Namespace default status.phase
- Answers: ${answers}
${more.map((line) => `- ${line}\n`).join('')}
So it is.
`;

const options = { seeds: 1, output: 'text' } as const;
const other = 'Other: Terminating if "DaemonSet" were "DaemonSet"';
/** At a line of the lesson. */
const why = (line: number): string =>
  `${join(out.folder, 'class/mine.md')}:${line}: How many? (seed 1): `;
const sum = (holds: string): string => `1 lesson with 1 question, 1 seed: ${holds}`;

describe('lessons', () => {
  it('are listed in the order in which they are best taken', async () => {
    expect(await lessons([], options)).toBe(0);
    const [head, ...rows] = out.printed.trimEnd().split('\n');
    expect(head).toMatch(/^NAME +TOPIC +QUESTIONS +MINUTES +TITLE$/);
    expect(rows[0]).toMatch(/^controller +Controllers +3 +\d +What a controller does$/);
    expect(rows.at(-1)).toMatch(/^a-bad-day +All together +\d+ +\d+ +A bad day$/);
  });

  it('are named by a file, or as those of the package', async () => {
    await lessons([lesson(question('Active')), 'a-bad-day'], { ...options, output: 'json' });
    expect((JSON.parse(out.printed) as { name: string }[]).map(({ name }) => name)).toEqual([
      'mine',
      'a-bad-day',
    ]);
    expect(readFileSync(join(packageFolder(), 'lessons', 'a-bad-day.md'), 'utf8')).toContain(
      '# A bad day',
    );
  });

  it.each<[what: string, name: () => string, message: string]>([
    ['a lesson that is not there', () => join(out.folder, 'none.md'), 'none.md: '],
    ['a name that is not known', () => 'unknown', 'unknown.md: '],
    [
      'a file without a lesson',
      () => lesson('\n## Odd\n'),
      'mine.md:8: mine, question 1: expected',
    ],
  ])('do not include %s', async (_, name, message) => {
    await expect(lessons([name()], options)).rejects.toThrow(UsageError);
    await expect(lessons([name()], options)).rejects.toThrow(message);
  });
});

describe('a check of answers', () => {
  const check = (...questions: readonly string[]) =>
    lessons([lesson(...questions)], { ...options, check: true });

  it('passes where they hold, for each seed', async () => {
    const file = lesson(question('Active'), question('Active'));
    expect(await lessons([file], { ...options, check: true, seeds: 2 })).toBe(0);
    expect(out.printed).toBe('1 lesson with 2 questions, 2 seeds: all answers hold\n');
  });

  it.each<[what: string, asked: string, faults: readonly string[], line?: number]>([
    [
      'another answer',
      question('Gone'),
      [
        'the run says Active, which is none of Gone',
        'the run says Active; no Other says when it would be Gone',
      ],
    ],
    [
      'an answer that is never right',
      question('Active, Terminating'),
      ['the run says Active; no Other says when it would be Terminating'],
    ],
    [
      'a change without effect',
      question('Active, Terminating', other),
      ['with DaemonSet it is Active, not Terminating'],
      15,
    ],
    [
      'a change of what is not there',
      question('Active, Terminating', 'Other: Terminating if "not in it" were "x"'),
      ['the scenario does not contain "not in it"'],
      15,
    ],
  ])('finds %s, and says in which line', async (_, asked, faults, line = 14) => {
    expect(await check(asked)).toBe(1);
    const count = faults.length === 1 ? '1 answer does not hold' : '2 answers do not hold';
    expect(out.printed.trimEnd().split('\n')).toEqual([
      ...faults.map((each) => why(line) + each),
      sum(count),
    ]);
  });

  it('is JSON for programs', async () => {
    const file = lesson(question('Active, Terminating', other));
    expect(await lessons([file], { check: true, seeds: 1, output: 'json' })).toBe(1);
    const message = 'with DaemonSet it is Active, not Terminating';
    expect(JSON.parse(out.printed)).toEqual([
      { file, line: 15, lesson: 'mine', question: 'How many?', seed: 1, message },
    ]);
  });

  it('finds a change that makes no scenario', async () => {
    const broken = 'Other: Terminating if "DaemonSet" were "[]: {"';
    expect(await check(question('Active, Terminating', broken))).toBe(1);
    expect(out.printed).toContain(`${why(15)}with []: { the scenario cannot be played: `);
    expect(out.printed).toMatch(/daemonset\/pace\.yaml:\d+:\d+: /);
  });
});

describe('what the prose says', () => {
  const check = (said: string) =>
    lessons([lesson(question('Active').replace('So it is.', said))], { ...options, check: true });

  it('passes where the run says so', async () => {
    expect(await check(`It is [Active](run:), and so since [0:00](run:=Active).`)).toBe(0);
  });

  it.each([
    ['[Gone](run:)', 'the prose says [Gone](run:), the run says Active'],
    ['[2:00](run:=Active)', 'the prose says [2:00](run:=Active), the run says 0 s'],
    [
      '[0:00](run:=Terminating)',
      'the prose says [0:00](run:=Terminating), the run says that it never becomes Terminating',
    ],
  ])('is a fault where the run does not: %s', async (said, message) => {
    expect(await check(said)).toBe(1);
    expect(out.printed).toBe(`${why(16)}${message}\n${sum('1 answer does not hold')}\n`);
  });
});

describe('a lesson about a scenario of its own', () => {
  const scenario = `
cluster: { nodes: 1 }
steps:
  - at: 5s
    apply: { apiVersion: v1, kind: Namespace, metadata: { name: mine } }
until: 10s
`;
  const check = (file: string) => lessons([file], { ...options, check: true });
  const asked = question('none, Active', 'Other: Active if "at: 5s" were "at: 0s"').replace(
    'Namespace default',
    'Namespace mine',
  );

  it.each([
    ['beside it', './own.yaml', 'class/own.yaml'],
    ['in another folder', '../scenarios/own.yml', 'scenarios/own.yml'],
  ])('plays it %s', async (_, named, place) => {
    out.file(place, scenario);
    expect(await check(lessonAbout(named, asked))).toBe(0);
  });

  it.each([
    [
      'a file that is not there',
      'own.yaml',
      /class\/mine\.md:4: Scenario own\.yaml: .*own\.yaml: /,
    ],
    [
      'a name that the library does not have',
      'daemonset/pase',
      /class\/mine\.md:4: Scenario daemonset\/pase: .*did you mean "daemonset\/pace"/,
    ],
    ['a name that leads elsewhere', '../../etc/passwd', /class\/mine\.md:4: Scenario \.\./],
  ])('refuses %s, with its place', async (_, named, message) => {
    const file = lessonAbout(named, asked);
    await expect(check(file)).rejects.toThrow(UsageError);
    await expect(check(file)).rejects.toThrow(message);
  });

  it.each([
    ['that is not YAML', 'steps: [', /class\/own\.yaml:\d+:\d+: /],
    ['with a step that there is not', 'steps:\n  - at: 0s\n    aply: {}\n', /own\.yaml:3:5: /],
  ])('refuses a file %s, with its place', async (_, text, message) => {
    out.file('class/own.yaml', text);
    const refused = check(lessonAbout('own.yaml', asked));
    await expect(refused).rejects.toMatchObject({ name: 'ScenarioError' });
    await expect(refused).rejects.toThrow(message);
  });
});

describe('a first lesson', () => {
  it('is written with its scenario, and holds', async () => {
    const file = join(out.folder, 'first.md');
    expect(await initLesson(file, {})).toBe(0);
    expect(out.printed).toContain(`orrery lessons --check ${file}`);
    expect(await lessons([file], { ...options, check: true, seeds: 3 })).toBe(0);
    expect(out.printed).toContain('1 lesson with 1 question, 3 seeds: all answers hold');
  });

  it('replaces nothing unless it is to', async () => {
    const taken = out.file('first.yaml', 'mine');
    const file = join(out.folder, 'first.md');
    await expect(initLesson(file, {})).rejects.toThrow(`${taken} exists already`);
    expect(existsSync(file)).toBe(false);
    expect(await initLesson(file, { force: true })).toBe(0);
    expect(readFileSync(taken, 'utf8')).toContain('my-first-lesson');
  });

  it('is a Markdown file', async () => {
    await expect(initLesson(join(out.folder, 'first'), {})).rejects.toThrow(UsageError);
  });
});

describe('a page of lessons', () => {
  it('has the lesson in it, with all files of its scenario', async () => {
    out.file(
      'class/manifests/web.yaml',
      'apiVersion: v1\nkind: Namespace\nmetadata: { name: own }\n',
    );
    out.file('class/own.yaml', 'steps:\n  - at: 0s\n    apply: manifests/\nuntil: 5s\n');
    const file = lessonAbout('./own.yaml', question('Active'));
    const page = join(out.folder, 'out.html');
    expect(await lessons([file], { ...options, report: page })).toBe(0);
    const [, packed] = /id="lessons">([^<]*)</.exec(readFileSync(page, 'utf8'))!;
    const saved: unknown = JSON.parse(gunzipSync(Buffer.from(packed!, 'base64')).toString());
    expect(saved).toMatchObject([
      { name: 'mine', files: [{ file: 'own.yaml' }, { file: 'manifests/web.yaml' }] },
    ]);
  });

  it('is not made where a scenario cannot be played, and says where', async () => {
    out.file('class/own.yaml', 'steps: [{ at: 0s, nothing: x }]');
    const file = lessonAbout('./own.yaml', question('Active'));
    const page = join(out.folder, 'out.html');
    await expect(lessons([file], { ...options, report: page })).rejects.toThrow(/own\.yaml:1:\d+/);
    expect(existsSync(page)).toBe(false);
  });
});
