/** Programs on this machine that stand for pods, as a server knows them. */
import { expect, it } from 'vitest';
import { addressOf, readWebhookAddress } from '#kinds';
import type { Pod } from '#types';
import { Programs } from '../../../src/cli/serve/programs.ts';

const given = readWebhookAddress('a/hook=127.0.0.1:1');

it('lead Services to them, behind those that are given', () => {
  const programs = new Programs([given]);
  const { addresses } = programs;
  programs.lead('ops', 'one', ['ops/hook:443=127.0.0.1:9443']);
  programs.lead('ops', 'two', ['ops/api:443=127.0.0.1:9444']);
  expect(addresses.map(({ name }) => name)).toEqual(['hook', 'hook', 'api']);
  programs.lead('ops', 'one', ['ops/hook:443=127.0.0.1:9445']);
  expect(addresses.map(({ hostPort }) => hostPort)).toEqual([1, 9445, 9444]);
  programs.lead('ops', 'one', []);
  expect(addresses.map(({ name }) => name)).toEqual(['hook', 'api']);
  expect(() => programs.lead('ops', 'one', ['x'])).toThrow('is not NAMESPACE/NAME');
  expect(addresses).toHaveLength(2);
});

it('have ports, which are those of their pod and no Service of that name', () => {
  const programs = new Programs([]);
  programs.lead('ops', 'one', [], [8080]);
  const asked = { namespace: 'ops', name: 'one', port: 8080 };
  const [ofPod, ofService] = [{ ...asked, isPod: true }, asked].map((each) =>
    addressOf(programs.addresses, each),
  );
  expect([ofPod?.host, ofPod?.hostPort, ofService]).toEqual(['127.0.0.1', 8080, undefined]);
  expect(addressOf(programs.addresses, { ...asked, isPod: true, port: 81 })).toBeUndefined();
  programs.lead('ops', 'one', []);
  expect(programs.addresses).toEqual([]);
});

it('have logs, of which the last lines are kept', () => {
  const programs = new Programs([]);
  const pod = { metadata: { namespace: 'ops', name: 'one' }, status: {} } as unknown as Pod;
  expect(programs.log(pod, 'main')).toEqual([]);
  const main = { namespace: 'ops', pod: 'one', container: 'main' };
  expect(programs.note(main, ['a', 'b'])).toBe(2);
  expect(programs.log(pod, 'main')).toEqual(['a', 'b']);
  expect(programs.log(pod, 'other')).toEqual([]);
  const many = Array.from({ length: 10_000 }, (_, index) => String(index));
  expect(programs.note(main, many)).toBe(10_000);
  expect(programs.log(pod, 'main').at(0)).toBe('0');
});

it('are not more than two hundred, and their lines are of limited length', () => {
  const programs = new Programs([]);
  const podOf = (name: string): Pod =>
    ({ metadata: { namespace: 'ops', name }, status: {} }) as unknown as Pod;
  for (let index = 0; index <= 200; index++) {
    const pod = `pod-${index}`;
    programs.lead('ops', pod, ['ops/hook:443=127.0.0.1:9443']);
    programs.note({ namespace: 'ops', pod, container: 'main' }, ['x'.repeat(20_000)]);
  }
  expect(programs.addresses).toHaveLength(200);
  expect(programs.log(podOf('pod-0'), 'main')).toEqual([]);
  expect(programs.log(podOf('pod-200'), 'main')[0]).toHaveLength(16_384);
});
