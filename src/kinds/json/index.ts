/** JSON text as Go reads it. */
export { GivenFields, SpelledNumber } from './given.ts';
export { parseJson } from './parse.ts';
export { parsingJson } from './parsing.ts';
export { deepestInGo, JsonSyntaxError, readJson } from './read.ts';
export { countObjects, isDeeper, surveyJson } from './survey.ts';
