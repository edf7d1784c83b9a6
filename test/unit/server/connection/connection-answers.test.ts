/** Which answers of a connection are known: no more than can still be sent. */
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ConnectionAnswers } from '../../../../src/server/connection/connection-answers.ts';

interface Sent {
  readonly name: string;
  writableFinished: boolean;
}

const answer = (name: string, writableFinished = false): Sent => ({ name, writableFinished });

function namesOf(answers: ConnectionAnswers, socket: PassThrough): readonly string[] {
  return answers.of(socket).map((res) => (res as unknown as Sent).name);
}

it.each<[string, readonly Sent[], readonly string[]]>([
  ['none', [], []],
  ['the last one, even when it is sent', [answer('a', true)], ['a']],
  ['those that wait behind one another', [answer('a'), answer('b')], ['a', 'b']],
  ['none that was sent before the next came', [answer('a', true), answer('b')], ['b']],
  [
    'one that was sent while the one before it waits',
    [answer('a'), answer('b', true), answer('c')],
    ['a', 'b', 'c'],
  ],
])('knows of a connection %s', (_, added, known) => {
  const answers = new ConnectionAnswers();
  const socket = new PassThrough();
  for (const res of added) answers.add(socket, res as unknown as ServerResponse);
  expect(namesOf(answers, socket)).toEqual(known);
  expect(namesOf(answers, new PassThrough())).toEqual([]);
});

it('keeps two answers of a busy connection, whose last one is always on its way', () => {
  const answers = new ConnectionAnswers();
  const socket = new PassThrough();
  const all = Array.from({ length: 100 }, (_, n) => answer(`a${n}`));
  for (const [n, res] of all.entries()) {
    if (n > 1) all[n - 2]!.writableFinished = true;
    answers.add(socket, res as unknown as ServerResponse);
  }
  expect(namesOf(answers, socket)).toEqual(['a98', 'a99']);
});
