/** What clients in the process get of the API's answers. */
import { expect, it } from 'vitest';
import type { ApiRequest } from '#api';
import { answerTo } from '../../../src/client/answer-to.ts';

const object = { metadata: { name: 'a' } };

it.each<[verb: ApiRequest['verb'], outcome: unknown, answer: unknown]>([
  ['get', object, object],
  ['list', [object], [object]],
  ['watch', object, object],
  ['create', object, object],
  ['update', { object, isChanged: true }, object],
  ['patch', { object, isChanged: false }, object],
  ['updatemany', [1, undefined], [1, undefined]],
  ['delete', { object, removed: true }, undefined],
  ['deletecollection', [object], undefined],
  ['post', object, undefined],
])('%s: of %j they get %j', (verb, outcome, answer) => {
  expect(answerTo({ verb } as ApiRequest, outcome)).toEqual(answer);
});
