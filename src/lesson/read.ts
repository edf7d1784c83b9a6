/** Reads lessons: Markdown that can be read as it is. docs/reference/lessons.md describes the form. */
import { durationOf } from '#clock';
import { LessonError, type Lesson, type LessonQuestion, type OtherAnswer } from './lesson.ts';
import { plainProse, saidIn, type Where } from './said.ts';

/** @param name of the file, without ending. @throws {LessonError} with the line */
export function readLesson(name: string, text: string): Lesson {
  const [head = '', ...sections] = withoutComments(text.replace(/\r\n?/g, '\n')).split(/^## /m);
  const where = placeIn(name, head, 1);
  const [, title] = /^# (.+)$/m.exec(head) ?? [];
  if (title === undefined) throw where.error('expected a title: # Title');
  if (sections.length === 0) throw where.error('expected a question: ## Title');
  const facts = factsIn(head);
  const intro = paragraphsOf(head.replace(/^# .+$/m, ''));
  let line = linesIn(head);
  return {
    name,
    title: title.trim(),
    topic: fact(facts, 'Topic', where),
    scenario: fact(facts, 'Scenario', where),
    set: Object.fromEntries(
      facts.filter(([fact]) => fact === 'Set').map(([, value]) => settingOf(value, where)),
    ),
    intro: intro.map(plainProse),
    questions: sections.map((section, i) => {
      const place = placeIn(`${name}, question ${i + 1}`, section, line);
      line += linesIn(section) - 1;
      return questionOf(section, place);
    }),
    said: saidIn(intro, undefined, where),
  };
}

/** Comments are for those who write lessons; their lines stay. */
function withoutComments(text: string): string {
  return text.replace(/<!--.*?-->/gs, (comment) => '\n'.repeat(linesIn(comment) - 1));
}

function linesIn(text: string): number {
  return text.split('\n').length;
}

/** @param text a part of the lesson, which begins at `line` */
function placeIn(name: string, text: string, line: number): Where {
  const lineOf = (found = ''): number =>
    line + linesIn(text.slice(0, Math.max(0, text.indexOf(found)))) - 1;
  return {
    lineOf,
    error: (message, found) => new LessonError(`${name}: ${message}`, lineOf(found)),
  };
}

function questionOf(section: string, where: Where): LessonQuestion {
  const [title = '', ...lines] = section.split('\n');
  const body = lines.join('\n');
  const list = /^(?:- .+\n?)+/m.exec(body);
  if (list === null) throw where.error('expected a list: - Moment: 14s');
  const facts = factsIn(list[0]);
  const moment = fact(facts, 'Moment', where);
  const atMs = durationOf(moment);
  if (atMs === undefined) {
    throw where.error('Moment: expected a span such as 14s', '- Moment:');
  }
  const [kind, key, field] = fact(facts, 'Value', where).split(/\s+/);
  if (kind === undefined || key === undefined || field === undefined) {
    throw where.error('Value: expected KIND NAME FIELD', '- Value:');
  }
  const answers = fact(facts, 'Answers', where)
    .split(',')
    .map((each) => each.trim());
  const text = paragraphsOf(body.slice(0, list.index));
  const after = paragraphsOf(body.slice(list.index + list[0].length));
  const asked = { kind, key, field, atMs };
  return {
    title: title.trim(),
    text: text.map(plainProse),
    ...asked,
    answers,
    line: where.lineOf('- Answers:'),
    others: facts.filter(([name]) => name === 'Other').map(([, value]) => otherOf(value, where)),
    after: after.map(plainProse),
    said: saidIn([...text, ...after], asked, where),
  };
}

/** `window=300` */
function settingOf(text: string, where: Where): readonly [string, string | number] {
  const [, name, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (name === undefined) throw where.error(`Set: expected NAME=VALUE, found ${text}`, text);
  return [name, /^\d+$/.test(value!) ? Number(value) : value!];
}

/** `1 if "maxUnavailable: 30%" were "maxUnavailable: 1"`; several changes with `and` between them. */
function otherOf(text: string, where: Where): OtherAnswer {
  const [, answer, rest] = /^(.+?) if (".*")$/.exec(text) ?? [];
  const parts = rest?.split(/ and (?=")/).map((part) => /^"(.+?)" were "(.*?)"$/.exec(part));
  if (answer === undefined || parts === undefined || parts.includes(null)) {
    throw where.error(`Other: expected ANSWER if "TEXT" were "TEXT", found ${text}`, text);
  }
  return {
    answer,
    line: where.lineOf(text),
    changes: parts.map((part) => ({ found: part![1]!, replaced: part![2]! })),
  };
}

type Facts = readonly (readonly [name: string, value: string])[];

/** Lines such as `- Moment: 14s`. */
function factsIn(text: string): Facts {
  return [...text.matchAll(/^- (\w+):(.+)$/gm)].map(([, name, value]) => [name!, value!.trim()]);
}

function fact(facts: Facts, expected: string, where: Where): string {
  const found = facts.find(([name]) => name === expected);
  if (found === undefined) throw where.error(`expected a line: - ${expected}: ...`);
  return found[1];
}

/** Without the lines of the list. */
function paragraphsOf(text: string): readonly string[] {
  return text
    .replace(/^- .*$/gm, '')
    .split(/\n\s*\n/)
    .map((paragraph) => lineOf(paragraph))
    .filter((paragraph) => paragraph !== '');
}

function lineOf(paragraph: string): string {
  return paragraph
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}
