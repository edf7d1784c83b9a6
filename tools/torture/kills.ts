/** Kills a server that keeps its data, again and again. */
import { resolve } from 'node:path';
import { playEtcdKills } from './etcd-kill-rounds.ts';
import { playKills } from './kill-rounds.ts';
import type { Part } from './part.ts';

const command = resolve(import.meta.dirname, '../../../dist/orrery.js');

export const kills: Part = {
  name: 'kills',
  about: 'kills a server with --data while 16 clients write; nothing acknowledged may be lost',
  run: (options, log) =>
    playKills({
      ...{ command, kills: options.kills, writers: 16, seed: options.seed, log },
    }),
};

export const etcdKills: Part = {
  name: 'etcd-kills',
  about: 'kills an etcd or one of its two servers while 16 clients write to both',
  run: (options, log) =>
    playEtcdKills({
      ...{ command, kills: options.kills, writers: 16, seed: options.seed, log },
    }),
};
