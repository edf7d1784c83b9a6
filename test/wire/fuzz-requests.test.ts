/**
 * Requests at random. FUZZ_RUNS says how many (default: 5,000), FUZZ_SEED which; a failure tells
 * the seed and the smallest request that was found.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { FuzzRig } from '../support/fuzz/rig.ts';
import { bytesOf } from '../support/fuzz/request.ts';
import { anyRequest } from '../support/fuzz/requests.ts';

const runs = Number(process.env['FUZZ_RUNS'] ?? 5000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20261120);

let rig: FuzzRig;
const faults: unknown[] = [];
const onFault = (fault: unknown): void => void faults.push(fault);

beforeAll(async () => {
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
  rig = await FuzzRig.start();
});

afterAll(async () => {
  process.off('uncaughtException', onFault);
  process.off('unhandledRejection', onFault);
  await rig.close();
});

test('answers whatever it is asked', { timeout: 60_000 + runs * 20 }, async () => {
  const keys = Reflect.ownKeys(Object.prototype);
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      try {
        await rig.probe(request);
      } catch (error) {
        const sent = JSON.stringify(bytesOf(request).toString('latin1').slice(0, 3000));
        throw new Error(`${(error as Error).message}\nwhen sent ${sent}`, { cause: error });
      }
    }),
    { numRuns: runs, seed },
  );
  expect(faults).toEqual([]);
  expect(Reflect.ownKeys(Object.prototype)).toEqual(keys);
  // Enough of it has to get through for the rest to mean something.
  expect([...rig.seen.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404, 405, 409, 422]));
  expect(rig.seen.get(200)! + rig.seen.get(201)!).toBeGreaterThan(runs / 20);
  expect(await rig.watchers()).toBe(0);
});
