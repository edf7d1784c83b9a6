/** Lessons: questions about scenarios, answered by their runs. */
export { answerOf, changedBy } from './answer.ts';
export { LessonError, type Lesson, type LessonQuestion, type OtherAnswer } from './lesson.ts';
export { readLesson } from './read.ts';
