import { expect, it } from 'vitest';
import type { Pace } from '#clock';
import { paceWords } from '../../../ui/page/pace-words.ts';

it.each<[pace: Pace, words: string]>([
  [1, '1 s a second'],
  [60, '60 s a second'],
  [0.5, '0.5 s a second'],
  ['manual', 'paused'],
  ['max', 'as fast as it goes'],
  ['auto', 'as fast as its clients follow'],
])('says how time passes at the pace %s', (pace, words) => {
  expect(paceWords(pace)).toBe(words);
});
