/** Reads lessons: Markdown that can be read as it is. docs/reference/lessons.md describes the form. */
import { lessonFacts, questionFacts, readFacts, withLine } from './facts.ts';
import { LessonError, type Lesson, type LessonQuestion } from './lesson.ts';
import { plainProse, saidIn, type Where } from './said.ts';

/** @param name of the file, without ending. @throws {LessonError} with the line */
export function readLesson(name: string, text: string): Lesson {
  const [head = '', ...sections] = withoutComments(text.replace(/\r\n?/g, '\n')).split(/^## /m);
  const where = placeIn(name, head, 1);
  const [, title] = /^# (.+)$/m.exec(head) ?? [];
  if (title === undefined) throw where.error('expected a title: # Title');
  if (sections.length === 0) throw where.error('expected a question: ## Title');
  const facts = readFacts(lessonFacts, head, where);
  const intro = paragraphsOf(head.replace(/^# .+$/m, ''));
  let line = linesIn(head);
  return {
    name,
    title: title.trim(),
    topic: facts.Topic,
    scenario: facts.Scenario,
    set: Object.fromEntries(facts.Set ?? []),
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
  const found = /^(?:- .+\n?)+/m.exec(body);
  if (found === null) throw where.error('expected a list: - Moment: 14s');
  const [list] = found;
  const facts = readFacts(questionFacts, list, where);
  const text = paragraphsOf(body.slice(0, found.index));
  const after = paragraphsOf(body.slice(found.index + list.length));
  const question = { ...facts.Value, atMs: facts.Moment };
  return {
    title: title.trim(),
    text: text.map(plainProse),
    ...question,
    answers: facts.Answers,
    line: where.lineOf('- Answers:'),
    others: (facts.Other ?? []).map((each) => withLine(each, where)),
    after: after.map(plainProse),
    said: saidIn([...text, ...after], question, where),
  };
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
