/** Lessons: questions about scenarios, answered by their runs. */
export {
  answerOf,
  answersOverTime,
  changedBy,
  contradicted,
  unanswered,
  type AskedValue,
} from './answer.ts';
export {
  LessonError,
  type Lesson,
  type LessonQuestion,
  type OtherAnswer,
  type SaidValue,
  type TextChange,
} from './lesson.ts';
export { minutesOf, readOrder, type LessonGroup } from './order.ts';
export { readLesson } from './read.ts';
export { plainProse } from './said.ts';
export { withoutAnswers } from './told.ts';
