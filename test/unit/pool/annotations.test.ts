import { describe, expect, it } from 'vitest';
import { behaviourOf, isSilent } from '../../../src/pool/behaviour/annotations.ts';
import { makeNode, makePod } from './objects.ts';

const usual = {
  pullMs: 0,
  startMs: 1000,
  readyMs: 0,
  ready: true,
  init: [],
  unhealthyMs: Infinity,
  runMs: Infinity,
  exitCode: 0,
  hasFixedRestartDelay: true,
  crashMs: Infinity,
  crashExitCode: 1,
  terminateMs: 1000,
  terminateExitCode: 143,
  memory: '64Mi',
  problems: [],
};

describe('behaviour', () => {
  it('is the default without annotations of ours, and the same object for all', () => {
    const plain = behaviourOf(makePod());
    expect(plain).toEqual(usual);
    expect(behaviourOf(makePod({ annotations: { 'example.com/sim': '1' } }))).toBe(plain);
  });

  it('of an index is what the annotation says for it, or that of all', () => {
    const ofIndex = (index: string) =>
      behaviourOf(
        makePod({
          annotations: {
            'batch.kubernetes.io/job-completion-index': index,
            'sim/run-seconds': '9',
            'sim/index-run-seconds': '0=5,2=1',
            'sim/index-exit-code': '2=42,3=x',
          },
        }),
      );
    expect(ofIndex('0')).toMatchObject({ runMs: 5000, exitCode: 0, problems: [] });
    expect(ofIndex('1')).toMatchObject({ runMs: 9000, exitCode: 0 });
    expect(ofIndex('2')).toMatchObject({ runMs: 1000, exitCode: 42 });
    expect(ofIndex('3').problems).toHaveLength(1);
  });

  it.each([
    ['sim/start-seconds', '7', { startMs: 7000 }],
    ['sim/start-seconds', '0.25', { startMs: 250 }],
    ['sim/ready-seconds', '3', { readyMs: 3000 }],
    ['sim/ready', 'false', { ready: false }],
    ['sim/ready', 'true', {}],
    ['sim/run-seconds', '0', { runMs: 0 }],
    ['sim/run-seconds', '90', { runMs: 90_000 }],
    ['sim/exit-code', '137', { exitCode: 137 }],
    ['sim/exit-code', '0', {}],
    ['sim/exit-code', '255', { exitCode: 255 }],
    ['sim/pull-seconds', '8', { pullMs: 8000 }],
    ['sim/crash-seconds', '20', { crashMs: 20_000 }],
    ['sim/unhealthy-seconds', '30', { unhealthyMs: 30_000 }],
    ['sim/terminate-seconds', '5', { terminateMs: 5000 }],
    ['sim/terminate-exit-code', '0', { terminateExitCode: 0 }],
    ['sim/cpu', '150m', { cpu: '150m' }],
    ['sim/cpu', 'points 0,1 60,100m', { cpu: 'points 0,1 60,100m' }],
    ['sim/memory', '1Gi', { memory: '1Gi' }],
  ])('%s: %s', (name, value, change) => {
    expect(behaviourOf(makePod({ annotations: { [name]: value } }))).toEqual({
      ...usual,
      ...change,
    });
  });

  it('describes each init container', () => {
    const annotations = {
      'sim/init-seconds': '4',
      'sim/init-exit-code': '2',
      'sim/init-fail-times': 'often',
    };
    const spec = { initContainers: [{ name: 'a' }, { name: 'b' }] };
    const { init, problems } = behaviourOf(makePod({ annotations, spec }));
    const run = { runMs: 4000, exitCode: 2, failTimes: Infinity };
    expect(init).toEqual([run, run]);
    expect(problems).toEqual([
      'annotation sim/init-fail-times: "often" is not a whole number; the default is used',
    ]);
  });

  it.each([
    ['sim/start-seconds', 'soon'],
    ['sim/start-seconds', ''],
    ['sim/ready-seconds', '-1'],
    ['sim/run-seconds', '1e3'],
    ['sim/terminate-seconds', '5s'],
    ['sim/ready', 'yes'],
    ['sim/exit-code', '256'],
    ['sim/exit-code', '1.5'],
    ['sim/cpu', 'much'],
    ['sim/cpu', 'points 0,1 60'],
    ['sim/memory', '1 Gi'],
  ])('%s: "%s" is reported, and the default is used', (name, value) => {
    const behaviour = behaviourOf(makePod({ annotations: { [name]: value } }));
    expect(behaviour).toEqual({
      ...usual,
      problems: [expect.stringContaining(`${name}: "${value}"`)],
    });
  });
});

describe('silence', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['yes', false],
  ])('sim/silent: %s', (value, silent) => {
    const plain = makeNode();
    const node = {
      ...plain,
      metadata: { ...plain.metadata, annotations: { 'sim/silent': value } },
    };
    expect(isSilent(node)).toBe(silent);
    expect(isSilent(plain)).toBe(false);
  });
});
