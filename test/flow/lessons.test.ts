/** All lessons with their own seeds: answers, and what the prose takes from the runs. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../src/cli/lessons/check.ts';
import { lessonFile } from '../../src/cli/lessons/files.ts';
import { scenarioOf } from '../../src/cli/lessons/scenario.ts';
import { packageFolder } from '../../src/cli/package.ts';
import { readOrder } from '#lesson';
import { readTextFile } from '#machine';

const folder = join(packageFolder(), 'lessons');
const names = readdirSync(folder).filter((name) => name !== 'README.md');

describe('the list of lessons', () => {
  it('has each of them once, and begins with five', () => {
    const groups = readOrder(readTextFile(join(folder, 'README.md'), 1_048_576, 'list'));
    const listed = groups.flatMap((group) => group.names.map((name) => `${name}.md`));
    expect(listed.toSorted()).toEqual(names.toSorted());
    expect(groups[0]).toMatchObject({ title: 'Start here', names: { length: 5 } });
  });
});

describe('a lesson', () => {
  it.each(names)('says what its run does: %s', async (name) => {
    const file = join(folder, name);
    const { lesson, ...rest } = lessonFile(file);
    const said = [...lesson.said, ...lesson.questions.flatMap((question) => question.said)];
    expect(said.length).toBeGreaterThanOrEqual(lesson.questions.length);
    expect(await faultsOf({ lesson, ...rest }, scenarioOf(lesson, file), 1)).toEqual([]);
  });
});
