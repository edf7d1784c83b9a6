/** Lessons: questions about scenarios, answered by their runs. */
export { answerOf, changedBy, unanswered } from './answer.ts';
export {
  LessonError,
  type Lesson,
  type LessonQuestion,
  type OtherAnswer,
  type TextChange,
} from './lesson.ts';
export { readLesson } from './read.ts';
