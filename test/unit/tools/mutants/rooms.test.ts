/** Which tests a mutant is tried on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isInCommand, isOwnTest, roomOf, testsOfCommand } from '../../../../tools/mutants/rooms.ts';
import { root } from '../../../support/imports.ts';

it.each(testsOfCommand)('%s starts the built command', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  expect(text).toMatch(/dist\/orrery\.js|support\/(serve|command)\.ts'/);
});

it.each([
  ['src/cli/serve/host.ts', true],
  ['src/server/answer/answer.ts', true],
  ['src/kinds/object/columns.ts', false],
  ['controllers/job/plan.ts', false],
])('what survives in %s is tried in the built command: %s', (file, isTried) => {
  expect(isInCommand(roomOf(file))).toBe(isTried);
});

it.each([
  ['src/store', 'test/unit/store/gate.test.ts', '', true],
  [
    'src/store',
    'test/unit/api/write.test.ts',
    "import { Gate } from '../../../src/store/gate.ts';",
    true,
  ],
  [
    'src/store',
    'test/flow/quota.test.ts',
    "import { Gate } from '../../src/store/gate.ts';",
    false,
  ],
  ['src/store', 'test/unit/api/write.test.ts', "import { MemoryStore } from '#store';", false],
])('of %s, %s with %j is a test of its own: %s', (room, file, text, isOwn) => {
  expect(isOwnTest(room, file, text)).toBe(isOwn);
});
