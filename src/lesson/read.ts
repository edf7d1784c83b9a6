/** Reads lessons: Markdown that can be read as it is. docs/reference/lessons.md describes the form. */
import { durationOf } from '#clock';
import { LessonError, type Lesson, type LessonQuestion, type OtherAnswer } from './lesson.ts';
import { plainProse, saidIn } from './said.ts';

/** @param name of the file, without ending. @throws {LessonError} */
export function readLesson(name: string, text: string): Lesson {
  const [head = '', ...sections] = text.replace(/\r\n?/g, '\n').split(/^## /m);
  const [, title] = /^# (.+)$/m.exec(head) ?? [];
  if (title === undefined) throw new LessonError(`${name}: expected a title: # Title`);
  if (sections.length === 0) throw new LessonError(`${name}: expected a question: ## Title`);
  const facts = factsIn(head);
  const intro = paragraphsOf(head.replace(/^# .+$/m, ''));
  return {
    name,
    title: title.trim(),
    topic: fact(facts, 'Topic', name),
    scenario: fact(facts, 'Scenario', name),
    set: Object.fromEntries(
      facts.filter(([fact]) => fact === 'Set').map(([, value]) => settingOf(value, name)),
    ),
    intro: intro.map(plainProse),
    questions: sections.map((section, i) => questionOf(section, `${name}, question ${i + 1}`)),
    said: saidIn(intro, undefined, name),
  };
}

function questionOf(section: string, where: string): LessonQuestion {
  const [title = '', ...lines] = section.split('\n');
  const body = lines.join('\n');
  const list = /^(?:- .+\n?)+/m.exec(body);
  if (list === null) throw new LessonError(`${where}: expected a list: - Moment: 14s`);
  const facts = factsIn(list[0]);
  const moment = fact(facts, 'Moment', where);
  const atMs = durationOf(moment);
  if (atMs === undefined) throw new LessonError(`${where}: Moment: expected a span such as 14s`);
  const [kind, key, field] = fact(facts, 'Value', where).split(/\s+/);
  if (kind === undefined || key === undefined || field === undefined) {
    throw new LessonError(`${where}: Value: expected KIND NAME FIELD`);
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
    others: facts.filter(([name]) => name === 'Other').map(([, value]) => otherOf(value, where)),
    after: after.map(plainProse),
    said: saidIn([...text, ...after], asked, where),
  };
}

/** `window=300` */
function settingOf(text: string, where: string): readonly [string, string | number] {
  const [, name, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (name === undefined)
    throw new LessonError(`${where}: Set: expected NAME=VALUE, found ${text}`);
  return [name, /^\d+$/.test(value!) ? Number(value) : value!];
}

/** `1 if "maxUnavailable: 30%" were "maxUnavailable: 1"`; several changes with `and` between them. */
function otherOf(text: string, where: string): OtherAnswer {
  const [, answer, rest] = /^(.+?) if (".*")$/.exec(text) ?? [];
  const parts = rest?.split(/ and (?=")/).map((part) => /^"(.+?)" were "(.*?)"$/.exec(part));
  if (answer === undefined || parts === undefined || parts.includes(null)) {
    throw new LessonError(`${where}: Other: expected ANSWER if "TEXT" were "TEXT", found ${text}`);
  }
  return { answer, changes: parts.map((part) => ({ found: part![1]!, replaced: part![2]! })) };
}

type Facts = readonly (readonly [name: string, value: string])[];

/** Lines such as `- Moment: 14s`. */
function factsIn(text: string): Facts {
  return [...text.matchAll(/^- (\w+):(.+)$/gm)].map(([, name, value]) => [name!, value!.trim()]);
}

function fact(facts: Facts, wanted: string, where: string): string {
  const found = facts.find(([name]) => name === wanted);
  if (found === undefined) throw new LessonError(`${where}: expected a line: - ${wanted}: ...`);
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
