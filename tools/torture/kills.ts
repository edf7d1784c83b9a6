/** Kills a server that keeps its data, again and again. */
import { resolve } from 'node:path';
import { playKills } from './kill-rounds.ts';
import type { Part } from './part.ts';

export const kills: Part = {
  name: 'kills',
  about: 'kills a server with --data while 16 clients write; nothing acknowledged may be lost',
  run: (options, log) =>
    playKills({
      command: resolve(import.meta.dirname, '../../../dist/orrery.js'),
      ...{ kills: options.kills, writers: 16, seed: options.seed, log },
    }),
};
