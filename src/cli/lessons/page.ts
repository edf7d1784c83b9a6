/** Lessons as a page: one file that opens from disk, with the engine, the lessons and their scenarios in it. */
import { defaultProfile } from '#kinds';
import { gzipSync } from 'node:zlib';
import { KindRegistry } from '#catalog';
import { checkScenario, ScenarioError } from '#scenario';
import { runPage, type RunPage } from '../report/page.ts';
import { pageParts } from '../report/parts.ts';
import type { LessonFile } from './files.ts';
import { scenarioOf } from './scenario.ts';

/**
 * @throws {UsageError} for a lesson without a scenario, or where there is no page
 * @throws {ScenarioError} for a scenario that cannot be played
 */
export async function lessonPage(all: readonly LessonFile[]): Promise<RunPage> {
  const registry = new KindRegistry(defaultProfile);
  const lessons = all.map(({ file, text, lesson }) => {
    const scenario = scenarioOf(lesson, file);
    const options = { text: scenario.text, set: lesson.set, isExact: true };
    const { scenarios, problems } = checkScenario(scenario.file, registry, options);
    const [first] = scenarios;
    if (first === undefined) throw new ScenarioError(scenario.file, problems);
    return { name: lesson.name, text, files: first.sources };
  });
  const title = all.length === 1 ? all[0]!.lesson.title : 'Lessons';
  return runPage(await pageParts(), title, { lessons: gzipSync(JSON.stringify(lessons)) });
}
