/** Test plans of Sieve: read, looked up in an undisturbed run, and turned into plans of ours. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CaseError,
  planOfSieve,
  planText,
  readSievePlan,
  readValue,
  type Undisturbed,
} from '#grade';
import { readExpression, timeOf } from '../../../../src/grade/explore/sieve/expression.ts';
import type { Write } from '../../../../src/grade/explore/history.ts';

function write(revision: number, actor: string, verb: Write['verb'], kind: string, name: string) {
  const resource = kind === 'Site' ? 'sites.example.com' : `${kind.toLowerCase()}s`;
  return { revision, actor, verb, kind, resource, key: `default/${name}`, atMs: 0, changes: [] };
}
const changed = (path: string, from: unknown, to: unknown) => ({ path: path.split('.'), from, to });

/** The client makes a pod for a site; the site is scaled up, down, and deleted. */
const run: Undisturbed = {
  actors: ['client'],
  reads: ['sites.example.com', 'pods'],
  stepStarts: [10, 20, 30, 40],
  writes: [
    [],
    [
      { verb: 'create', resource: 'pods' },
      { verb: 'update', resource: 'sites.example.com/status' },
    ],
    [{ verb: 'create', resource: 'pods' }],
    [{ verb: 'delete', resource: 'pods' }],
  ],
  history: [
    write(21, 'test', 'created', 'Site', 'web'),
    write(22, 'client', 'created', 'Pod', 'web-0'),
    {
      ...write(23, 'kubelet', 'updated', 'Pod', 'web-0'),
      changes: [changed('status.phase', 'Pending', 'Running')],
    },
    {
      ...write(24, 'client', 'updated', 'Site', 'web'),
      changes: [changed('status', undefined, { ready: 1 })],
    },
    {
      ...write(25, 'client', 'updated', 'Site', 'web'),
      changes: [
        changed('spec.isOn', true, false),
        { path: ['spec', 'ports', 0], from: 1, to: 2 },
        { path: ['spec', 'ports', 1], from: 7, to: 8 },
      ],
    },
    { ...write(31, 'test', 'updated', 'Site', 'web'), changes: [changed('spec.replicas', 1, 3)] },
    write(32, 'client', 'created', 'Pod', 'web-1'),
    { ...write(41, 'test', 'updated', 'Site', 'web'), changes: [changed('spec.replicas', 3, 1)] },
    write(42, 'client', 'deleted', 'Pod', 'web-1'),
  ],
};

const trigger = (condition: string, when = 'afterAPIServerRecv'): string => `
  trigger:
    definitions:
    - triggerName: t
      condition: { ${condition} }
      observationPoint: { when: ${when}, by: someone }
    expression: t`;
const rest = `
  trigger:
    definitions: [{ triggerName: t, condition: { conditionType: onTimeout, timeoutValue: 20 } }]
    expression: t`;
const created = 'conditionType: onObjectCreate, resourceKey: pod/default/web-1, occurrence: 1';
const scaled = (from: number, to: number): string =>
  `conditionType: onObjectUpdate, resourceKey: site/default/web, prevStateDiff: '{"spec":{"replicas":${from}}}', curStateDiff: '{"spec":{"replicas":${to}}}', occurrence: 1`;

const updated = (before: string, after: string): string =>
  `conditionType: onObjectUpdate, resourceKey: site/default/web, prevStateDiff: '{"spec":${before}}', curStateDiff: '{"spec":${after}}', occurrence: 1`;

function planFor(text: string, undisturbed = run): string {
  const value = readValue(`workload: scale\nactions:${text}`, 'plan.yaml');
  return planText(planOfSieve(readSievePlan(value, 'plan.yaml'), undisturbed));
}

const pauseServer = (scope = 'site/default/web'): string => `
- actionType: pauseAPIServer
  apiServerName: two
  pauseScope: ${scope}${trigger(scaled(1, 3))}`;
const pauseClient = `
- actionType: pauseController
  pauseAt: beforeControllerRead
  pauseScope: pod/default/web-0${trigger(scaled(1, 3), 'beforeControllerRecv')}`;
const resumeServer = `
- actionType: resumeAPIServer
  apiServerName: two
  pauseScope: site/default/web${rest}`;
const reconnect = `
- actionType: reconnectController
  controllerLabel: client
  reconnectAPIServer: two
  async: true
  waitBefore: 10${trigger(scaled(3, 1))}`;
const restart = (condition: string, when = 'afterControllerWrite'): string => `
- actionType: restartController
  controllerLabel: client${trigger(condition, when)}`;
const modified =
  'conditionType: onAnyFieldModification, resourceKey: site/default/web, occurrence: 1';

describe('a test plan of Sieve', () => {
  it.each<[string, string, string]>([
    [
      'starts the client again on a server that stands still',
      pauseServer() + reconnect + resumeServer,
      '[{"rewind":"sites.example.com","step":2,"change":"sites.example.com default/web","count":1,"through":3}]',
    ],
    [
      'shows a client nothing newer whose server stands still',
      pauseServer() + resumeServer,
      '[{"stale":"sites.example.com","step":2,"change":"sites.example.com default/web","count":1,"through":2}]',
    ],
    [
      'lets a client miss states',
      `${pauseClient}
- actionType: resumeController
  pauseAt: beforeControllerRead
  pauseScope: pod/default/web-0
  trigger:
    definitions:
    - triggerName: deleted
      condition: { conditionType: onObjectDelete, resourceKey: site/default/web, occurrence: 1 }
      observationPoint: { when: afterControllerRecv, by: informer }
    - triggerName: changed
      condition: { conditionType: onAnyFieldModification, resourceKey: site/default/web, prevStateDiff: '{"spec":{"replicas":3}}', occurrence: 1 }
      observationPoint: { when: afterControllerRecv, by: informer }
    expression: deleted|changed`,
      '[{"unseen":"pods","step":2,"change":"sites.example.com default/web","count":1,"through":3}]',
    ],
    [
      'pauses everything that the client reads until the end',
      pauseServer('all'),
      '[{"stale":"sites.example.com","step":2,"change":"sites.example.com default/web","count":1,"through":3},{"stale":"pods","step":2,"change":"sites.example.com default/web","count":1,"through":3}]',
    ],
    [
      'kills the client after a creation',
      restart(created),
      '[{"kill":"create pods","step":2,"count":1}]',
    ],
    [
      'kills the client after a deletion',
      restart('conditionType: onObjectDelete, resourceKey: pod/default/web-1, repeat: 1'),
      '[{"kill":"delete pods","step":3,"count":1}]',
    ],
    [
      'kills the client after an update, whatever was set',
      restart(
        `conditionType: onObjectUpdate, resourceKey: site/default/web, prevStateDiff: '{"status":{}}', curStateDiff: '{"status":{"ready":"SIEVE-NON-NIL"}}', occurrence: 1`,
      ),
      '[{"kill":"update sites.example.com","step":1,"count":1}]',
    ],
    [
      'counts only the writes of the client where those are observed',
      restart(modified),
      '[{"kill":"update sites.example.com","step":1,"count":1}]',
    ],
    [
      'names resources in place of kinds',
      pauseServer('sites/default/web').replaceAll('resourceKey: site/', 'resourceKey: sites/') +
        resumeServer.replace('site/', 'sites/'),
      '[{"stale":"sites.example.com","step":2,"change":"sites.example.com default/web","count":1,"through":2}]',
    ],
    [
      'leaves out of a list what does not matter',
      restart(updated('{"ports":[1,"SIEVE-SKIP"]}', '{"ports":[2,"SIEVE-SKIP"]}')),
      '[{"kill":"update sites.example.com","step":1,"count":2}]',
    ],
    [
      'leaves out what Go does: false, 0, an empty text',
      restart(updated('{"isOn":true}', '{}')),
      '[{"kill":"update sites.example.com","step":1,"count":2}]',
    ],
  ])('%s', (_, text, plan) => {
    expect(planFor(text)).toBe(plan);
  });

  it.each<[string, string, RegExp]>([
    ['has no actions', ' []', /plan.yaml: actions: expected at least one action/],
    ['has nothing for actions', ' null', /actions: expected at least one action; .*workload alone/],
    [
      'pauses after a write',
      `\n- actionType: pauseController\n  pauseAt: afterControllerWrite${rest}`,
      /pauseAt: expected one of beforeControllerRead, afterControllerRead, found "afterControllerWrite"/,
    ],
    [
      'has an unknown action',
      '\n- actionType: pauseNode',
      /actions\[0\]: actionType: expected one of pauseAPIServer.*found "pauseNode"/,
    ],
    [
      'pauses before a write',
      `\n- actionType: pauseController\n  pauseAt: beforeControllerWrite${rest}`,
      /actions\[0\]: pauseAt: expected one of beforeControllerRead, afterControllerRead, found "beforeControllerWrite"/,
    ],
    [
      'has an unknown field',
      `\n- actionType: restartController\n  label: x${rest}`,
      /actions\[0\]: unknown field "label"/,
    ],
    [
      'has an unknown condition',
      restart('conditionType: onRename'),
      /conditionType: expected one of onObjectCreate.*found "onRename"/,
    ],
    [
      'names no object',
      restart('conditionType: onObjectCreate, resourceKey: pod'),
      /resourceKey: expected an object such as pod\/default\/web-0, found "pod"/,
    ],
    [
      'names a trigger that is not defined',
      restart(created).replace('expression: t', 'expression: t|u'),
      /expression: expected one of the definitions \(t\), found "u"/,
    ],
    [
      'has a bad expression',
      restart(created).replace('expression: t', "expression: '(t'"),
      /expression: expected triggers such as .*found its end/,
    ],
    [
      'restarts after a time',
      `\n- actionType: restartController${rest}`,
      /actions\[0\]: trigger: expected a change of an object for restartController/,
    ],
    [
      'waits for what never happens',
      restart('conditionType: onObjectDelete, resourceKey: pod/default/web-0'),
      /actions\[0\]: trigger: .*does not happen.*: onObjectDelete of pod\/default\/web-0, number 1, by the client/,
    ],
    [
      'restarts at the write of another',
      restart(scaled(1, 3), 'afterAPIServerRecv'),
      /actions\[0\]: observationPoint: expected afterControllerWrite .*; this change is by test/,
    ],
    [
      'reconnects to a server that runs',
      reconnect,
      /actions\[0\]: reconnectAPIServer: expected a server that a pauseAPIServer before has paused, found "two"/,
    ],
    [
      'resumes what is not paused',
      resumeServer,
      /actions\[0\]: expected a pauseAPIServer before it/,
    ],
    [
      'pauses what the client does not read',
      pauseServer('secret/default/key'),
      /pauseScope: expected an object of what the client lists or watches \(sites.example.com, pods\), found secret\/default\/key/,
    ],
  ])('is refused that %s', (_, text, message) => {
    expect(() => planFor(text)).toThrow(CaseError);
    expect(() => planFor(text)).toThrow(message);
  });
});

describe('a kill after an update', () => {
  const sites = 'sites.example.com';
  const by = (...writes: readonly (readonly [verb: string, resource: string])[]): Undisturbed => ({
    ...run,
    writes: [[], writes.map(([verb, resource]) => ({ verb, resource })), [], []],
  });

  it.each<[string, Undisturbed, string]>([
    ['a patch', by(['patch', sites]), `patch ${sites}`],
    ['two patches', by(['patch', sites], ['patch', `${sites}/status`]), `patch ${sites}`],
    [
      'an update beside other writes',
      by(['create', sites], ['update', sites], ['patch', 'pods'], ['delete', sites]),
      `update ${sites}`,
    ],
  ])('is of %s', (_, undisturbed, write) => {
    expect(planFor(restart(modified), undisturbed)).toBe(
      `[{"kill":"${write}","step":1,"count":1}]`,
    );
  });

  it.each<[string, Undisturbed]>([
    ['both', by(['patch', sites], ['update', `${sites}/status`])],
    ['nothing that is known', by(['create', sites])],
    ['nothing in that step', { ...run, writes: [] }],
  ])('is refused where the client asks for %s', (_, undisturbed) => {
    const message =
      'plan.yaml: actions[0]: trigger: expected a change by one verb, but the client both updates and patches sites.example.com in that step';
    expect(() => planFor(restart(modified), undisturbed)).toThrow(new CaseError(message));
  });
});

describe('an expression', () => {
  const times: Readonly<Record<string, number>> = { a: 1, b: 5, c: 9 };
  const at = (text: string, after = 0): number | undefined =>
    timeOf(readExpression(text, ''), after, (name, from) =>
      times[name] !== undefined && times[name] > from ? times[name] : undefined,
    );

  it.each<[string, number | undefined]>([
    ['a', 1],
    ['never', undefined],
    ['a|b', 1],
    ['never|b', 5],
    ['a&b', 5],
    ['a&never', undefined],
    ['b;c', 9],
    ['b;a', undefined],
    ['c|a&b', 5],
    ['(c|a)&b', 5],
    ['a;b|c', 5],
    [' ( c ) ', 9],
  ])('%s', (text, time) => {
    expect(at(text)).toBe(time);
  });

  it('is read, or refused in words, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '|', '&', ';', '(', ')', ' ') }),
        (text) => {
          try {
            readExpression(text, 'here');
          } catch (error) {
            expect(error).toBeInstanceOf(CaseError);
          }
        },
      ),
    );
  });
});
