/** A lesson as a page that may be read before it is taken. */
import type { Lesson } from './lesson.ts';

/** As Markdown: what it asks, and what there is to choose from; without the lines that tell what is right, and without explanations. */
export function withoutAnswers({ title, topic, intro, questions }: Lesson): string {
  const parts = questions.flatMap(({ title: name, text, answers }) => [
    `## ${name}`,
    ...text,
    `Choose: ${answers.map((answer) => `**${answer}**`).join(', ')}.`,
  ]);
  return `${[`# ${title}`, `Topic: ${topic}`, ...intro, ...parts].join('\n\n')}\n`;
}
