/** `orrery controllers` against a server in this process, and questions about each combination of a matrix. */
import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  runControllers,
  type ControllersOptions,
} from '../../../src/cli/controllers/controllers.ts';
import { answerEach } from '../../../src/cli/past/combinations.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { captured } from '../../support/captured.ts';
import { controlRig, controlToken, type ControlRig } from '../../support/control.ts';

const out = captured('controllers');
let complained = '';
/** Called after each piece of output. */
let onOutput: () => void = () => undefined;
beforeEach(() => {
  complained = '';
  onOutput = () => undefined;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += text as string;
    onOutput();
    return true;
  });
  const print = vi.mocked(process.stdout.write).getMockImplementation()!;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    print(text as string);
    onOutput();
    return true;
  });
});

let rig: ControlRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const flags: ControllersOptions = {
  ...{ only: 'replicaset,deployment', featureGates: '', leaderElect: 'true' },
  ...{ leaderElectLeaseDuration: '15s', leaderElectRenewDeadline: '10s' },
  ...{ leaderElectRetryPeriod: '2s', leaderElectResourceName: 'kube-controller-manager' },
  ...{ leaderElectResourceNamespace: 'kube-system', token: controlToken },
};

/** Resolves once the output has it. */
function output(isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    onOutput = () => isThere() && resolve();
    onOutput();
  });
}

async function askedOf(path: string): Promise<{ readonly items: readonly Item[] }> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const answer = await fetch(`${rig!.url}${path}`, { headers });
  return (await answer.json()) as { items: readonly Item[] };
}
interface Item {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly holderIdentity: string };
}

describe('controllers', () => {
  const lease = 'kube-system/kube-controller-manager';

  it('work while they hold the lease, and others wait for it', async () => {
    rig = await controlRig({ controllers: 'none', pool: false });
    const server = rig.url;
    const first = runControllers({ ...flags, server });
    await output(() => out.printed.includes(' at '));
    expect(out.printed).toBe(`replicaset, deployment at ${server}\n`);
    const { items } = await askedOf('/apis/coordination.k8s.io/v1/namespaces/kube-system/leases');
    const held = items.find(({ metadata }) => metadata.name === 'kube-controller-manager')!;
    expect(held.spec.holderIdentity.startsWith(`${hostname()}_`)).toBe(true);
    const second = runControllers({ ...flags, server });
    await output(() => out.printed.includes('waiting'));
    expect(out.printed.split('\n')[1]).toBe(
      `waiting for the lease ${lease}, held by ${held.spec.holderIdentity}`,
    );
    process.emit('SIGTERM');
    expect(await Promise.all([first, second])).toEqual([0, 0]);
    expect(complained).toBe('');
  });

  it('work at once without an election', async () => {
    rig = await controlRig({ controllers: 'none', pool: false });
    const server = rig.url;
    const running = runControllers({
      ...{ ...flags, server, leaderElect: 'false', only: 'job' },
      useServiceAccountCredentials: true,
    });
    await output(() => out.printed !== '');
    expect(out.printed).toBe(`job at ${server}\n`);
    const { items } = await askedOf('/apis/coordination.k8s.io/v1/namespaces/kube-system/leases');
    expect(items).toEqual([]);
    process.emit('SIGINT');
    expect(await running).toBe(0);
  });

  it('say once that there is no server', async () => {
    const running = runControllers({ ...flags, server: 'http://127.0.0.1:1' });
    await output(() => complained !== '');
    expect(complained).toMatch(/^orrery controllers: leader election: .*ECONNREFUSED.*\n$/);
    process.emit('SIGTERM');
    expect(await running).toBe(0);
  });

  const server = 'http://127.0.0.1:1';
  it.each<[Partial<ControllersOptions>, string]>([
    [{ leaderElect: 'yes' }, '--leader-elect: "yes" is not true or false'],
    [
      { leaderElectLeaseDuration: 'x' },
      '--leader-elect-lease-duration: "x" is not a duration such as 15s',
    ],
    [
      { leaderElectRenewDeadline: '0s' },
      '--leader-elect-renew-deadline: "0s" is not a duration such as 15s',
    ],
    [
      { leaderElectRetryPeriod: '-1s' },
      '--leader-elect-retry-period: "-1s" is not a duration such as 15s',
    ],
    [
      { leaderElectLeaseDuration: '999ms' },
      '--leader-elect: leaseDuration must be a second or more',
    ],
    [{ featureGates: 'x' }, '--feature-gates: missing bool value for x'],
  ])('do not start with %j', async (options, message) => {
    expect(await runControllers({ ...flags, server, ...options })).toBe(2);
    expect([out.printed, complained]).toEqual(['', `orrery controllers: ${message}\n`]);
  });
});

describe('a question about a matrix', () => {
  const matrix = (values: string): string =>
    out.file('m.yaml', `name: m\nmatrix: { n: ${values} }\nsteps: [{ at: 1s, note: "\${n}" }]\n`);
  const asked = async (run: string | undefined, output: string, ...codes: number[]) => {
    const seen: unknown[] = [];
    const code = await answerEach({ run, output, set: undefined }, ['text', 'wide'], (options) => {
      seen.push(options);
      return Promise.resolve(codes[seen.length - 1]!);
    });
    return [code, seen];
  };

  it('is answered for each combination, and as well as the worst', async () => {
    const run = matrix('[1, 2, 3]');
    const options = [1, 2, 3].map((n) => ({ run, output: 'wide', set: { n } }));
    expect(await asked(run, 'wide', 0, 2, 1)).toEqual([2, options]);
    expect(out.printed).toBe('m [n=1]\n\nm [n=2]\n\nm [n=3]\n');
  });

  it('is answered once where there is one', async () => {
    for (const run of [undefined, matrix('[1]')]) {
      expect(await asked(run, 'json', 3)).toEqual([3, [{ run, output: 'json', set: undefined }]]);
    }
    expect(out.printed).toBe('');
  });

  it('is refused for programs, and for many', async () => {
    await expect(asked(matrix('[1, 2]'), 'json', 0)).rejects.toThrow(UsageError);
    const many = (count: number): string =>
      matrix(JSON.stringify(Array.from({ length: count }, (_, n) => n)));
    await expect(asked(many(25), 'text', 0)).rejects.toThrow('m.yaml is 25 scenarios');
    const [code] = await asked(many(24), 'text', ...Array<number>(24).fill(1));
    expect(code).toBe(1);
  });
});
