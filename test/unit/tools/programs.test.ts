/** Programs that take steps themselves: what their lines come to. */
import { expect, it } from 'vitest';
import { stepsOf } from '../../../tools/clients/programs.ts';

function run(program: string) {
  return stepsOf(process.execPath, ['-e', program], {});
}

it('reads a line for each step, and leaves others alone', async () => {
  const steps = await run(
    `console.log('hello'); console.log('{"step":"a","ok":true}'); console.log('{"step":"b","ok":false,"why":"no"}')`,
  );
  expect(steps).toEqual([
    { step: 'a', outcome: 'passed' },
    { step: 'b', outcome: 'failed', why: 'no' },
    { step: 'the program ends well', outcome: 'passed' },
  ]);
});

it.each([
  [
    'ends badly',
    `console.log('{"step":"a","ok":true}'); console.error('ouch'); process.exit(3)`,
    /^code 3\nouch$/,
  ],
  ['takes no step', '', /^code 0/],
])('fails a program that %s', async (_, program, why) => {
  expect((await run(program)).at(-1)).toEqual({
    step: 'the program ends well',
    outcome: 'failed',
    why: expect.stringMatching(why),
  });
});
