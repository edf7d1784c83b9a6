/** What the status of a pod must not say, in the words of the releases before and after a change. */
import { describe, expect, it } from 'vitest';
import { pod, profileOf } from '#kinds';
import { findErrors } from '#values';
import type { Pod } from '#types';
import { partOf } from '../../../support/part.ts';
import { createdIn } from './release.ts';

/** What is wrong with a status that follows another one. */
function faults(minor: number, status: object, before: object = {}, spec: object = {}) {
  const profile = profileOf(minor);
  const made = createdIn(minor, pod, {
    metadata: { name: 'p', namespace: 'default' },
    spec: { containers: [{ name: 'c', image: 'img' }], ...spec },
  });
  const old = { ...made, status: { ...made.status, ...before } } as Pod;
  const next = { ...old, status: { ...old.status, ...status } } as Pod;
  const errors = findErrors((found) => {
    partOf(pod, 'status').validate!(found, next, old, { now: 0, profile });
  }, profile);
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

const ended = (name: string, exitCode = 0) => ({ name, state: { terminated: { exitCode } } });
const runs = (name: string) => ({ name, state: { running: {} } });
const again = 'may not be transitioned to non-terminated state';

describe('the status of a pod', () => {
  it('is about conditions that have names', () => {
    const conditions = [{ type: '' }];
    expect(faults(32, { conditions })[0]).toMatch(/^metadata\.conditions\[0\]\.Type: /);
    expect(faults(33, { conditions })[0]).toMatch(/^status\.conditions\[0\]\.Type: /);
    expect(faults(33, { conditions: [{ type: 'Ready', observedGeneration: -1 }] })).toEqual([
      'status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative integer',
    ]);
  });

  it('has one address of each family', () => {
    const podIPs = [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }];
    const many = expect.stringMatching(/^status\.podIPs: .*no more than one IP for each/);
    const twice = expect.stringMatching(/^status\.podIPs\[1\]: Duplicate value/);
    expect(faults(32, { podIPs })).toEqual([many, twice]);
    expect(faults(33, { podIPs })).toEqual([many]);
    const unread = (minor: number) =>
      faults(minor, { podIPs: [{ ip: 'a' }, { ip: '1.1.1.1' }] })[1];
    expect(unread(26)).toMatch(/with error:ip <nil> is invalid$/);
    expect(unread(27)).toMatch(/with error:invalid IP\[0\]: a$/);
  });

  it('has the address of the host first', () => {
    expect(faults(30, { hostIP: '1.1.1.1', hostIPs: [{ ip: '1.1.1.2' }] })).toEqual([
      'status.hostIPs[0].ip: Invalid value: "1.1.1.2": must be equal to `hostIP`',
    ]);
  });

  it('nominates a node only until there is one', () => {
    const told = (minor: number) =>
      faults(minor, { nominatedNodeName: 'n' }, {}, { nodeName: 'm' });
    expect(told(34)).toEqual([]);
    expect(told(35)).toEqual([
      'status.nominatedNodeName: Forbidden: may not be set on pods that are already bound to a node',
    ]);
  });

  it('lets containers start again as their own policies say', () => {
    const containers = [
      { name: 'c', image: 'img', restartPolicy: 'Never' },
      {
        ...{ name: 'd', image: 'img', restartPolicy: 'Never' },
        restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [1] } }],
      },
    ];
    const before = { containerStatuses: [ended('c'), ended('d', 1)] };
    const status = { containerStatuses: [runs('c'), runs('d')] };
    const field = 'status.containerStatuses[0].state';
    expect(faults(35, status, before, { containers })).toEqual([`${field}: Forbidden: ${again}`]);
    const restartPolicy = 'Never';
    const plain = containers.map(({ name, image }) => ({ name, image }));
    expect(faults(34, status, before, { containers: plain, restartPolicy })).toHaveLength(2);
    expect(faults(34, status, before, { containers: plain })).toEqual([]);
  });

  it('lets sidecars start again, and all containers where a rule restarts all', () => {
    const initContainers = [{ name: 's', image: 'img', restartPolicy: 'Always' }];
    const before = { initContainerStatuses: [ended('s')] };
    const status = { initContainerStatuses: [runs('s')] };
    for (const minor of [29, 35]) {
      expect(faults(minor, status, before, { initContainers, restartPolicy: 'Never' })).toEqual([]);
    }
    const rule = { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [7] } };
    const containers = [
      { name: 'c', image: 'img', restartPolicy: 'Never', restartPolicyRules: [rule] },
    ];
    const told = faults(
      ...([36, { containerStatuses: [runs('c')] }, { containerStatuses: [ended('c')] }] as const),
      { containers },
    );
    expect(told).toEqual([]);
  });

  it('says who containers run as, and what is wrong with their devices', () => {
    const user = { linux: { uid: -1, gid: 0 } };
    const resources = [
      { resourceID: 'a', health: 'Odd' },
      { resourceID: 'a', health: 'Healthy' },
    ];
    const allocatedResourcesStatus = [{ name: 'claim:x', resources }];
    const containerStatuses = [{ name: 'c', user, allocatedResourcesStatus }];
    expect(faults(36, { containerStatuses })).toEqual([
      expect.stringMatching(/^status\.containerStatuses\[0\]\.user\.linux\.uid: Invalid value: -1/),
      expect.stringMatching(/in a format 'claim:<claimName>\/<request>'/),
      expect.stringMatching(/resources\[0\]\.health: Unsupported value: "Odd"/),
      expect.stringMatching(/resources\[1\]\.resourceID: Duplicate value: "a"/),
    ]);
    const large = [{ name: 'c', user: { linux: { uid: 2 ** 31, gid: 0 } } }];
    expect(faults(36, { containerStatuses: large })).toHaveLength(1);
    expect(faults(37, { containerStatuses: large })).toEqual([]);
  });
});
