/**
 * Objects with something changed, as new ones and as updates: ours answers what a real v1.24 API server answered, word
 * for word and in its order. See CONTRIBUTING.md about the recordings.
 *
 * Not compared are the order of causes where the recording is marked (they are errors about the entries of a map, which
 * Go visits in any order), and addresses in Go's printing of structs.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCel } from '#custom';
import {
  startBareServer,
  tokens,
  type BareServer,
} from '../../../tools/conformance/bare-server.ts';
import { folded, inAnyOrder } from '../../../tools/conformance/checks/answer.ts';
import type { CheckCase } from '../../../tools/conformance/checks/case.ts';
import { readChecks } from '../../../tools/conformance/checks/format.ts';
import { playResource } from '../../../tools/conformance/checks/play.ts';
import { sender } from '../../../tools/conformance/checks/send.ts';

const folder = join(import.meta.dirname, '../../conformance/checks');
const features = { CronJobTimeZone: true, HPAScaleToZero: true };

describe.each(readdirSync(folder).filter((name) => name.endsWith('.json')))('%s', (file) => {
  const { gates, resources } = readChecks(join(folder, file));
  let server: BareServer;
  let send: ReturnType<typeof sender>;

  beforeAll(async () => {
    await loadCel();
    server = await startBareServer({
      minor: 24,
      features: { ...features, ...gates },
      isCompacted: false,
    });
    send = sender(server.url, tokens.admin);
  });

  afterAll(async () => {
    send.close();
    await server.close();
  });

  it.each(resources)('$title is checked as v1.24 does', async (resource) => {
    const [played] = await playResource(send, resource);
    const { cases, ...object } = played!;
    const { cases: recorded, ...recordedObject } = resource;
    const ours = cases.map((each, index) =>
      folded(recorded[index]!.anyOrder ? inAnyOrder(each) : each),
    );
    // What is explained differs: the list of it can only shrink.
    const isOther = ({ explained, ...each }: CheckCase, index: number): boolean =>
      (JSON.stringify(ours[index]) === JSON.stringify(each)) === (explained !== undefined);
    expect(object).toEqual(recordedObject);
    const others = recorded.filter(isOther);
    expect(ours.filter((_, index) => others.includes(recorded[index]!))).toEqual(others);
  });
});
