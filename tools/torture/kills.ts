/** Kills a server that keeps its data, again and again. */
import { resolve } from 'node:path';
import { apartMissing } from './apart.ts';
import { playEtcdKills } from './etcd-kill-rounds.ts';
import { playKills } from './kill-rounds.ts';
import type { Part } from './part.ts';

const command = resolve(import.meta.dirname, '../../../dist/orrery.js');

export const kills: Part = {
  name: 'kills',
  about: 'kills a server with --data while 16 clients write; nothing acknowledged may be lost',
  run({ kills: count, apart, seed }, log) {
    const missing = apart > 0 ? apartMissing() : undefined;
    if (missing !== undefined) log(`no servers in namespaces of their own: ${missing}`);
    const many = missing === undefined ? apart : 0;
    return playKills({ ...{ command, kills: count, apart: many, writers: 16, seed, log } });
  },
};

export const etcdKills: Part = {
  name: 'etcd-kills',
  about: 'kills an etcd or one of its two servers while 16 clients write to both',
  run: (options, log) =>
    playEtcdKills({
      ...{ command, kills: options.kills, writers: 16, seed: options.seed, log },
    }),
};
