/** The machine that a simulated node is, as its kubelet describes it. */
import type { Millis, RandomStream } from '#clock';
import type { NodeSystemInfo } from '#types';

/** What tells a machine, and its present run, from all others. */
export type MachineIds = Pick<NodeSystemInfo, 'machineID' | 'systemUUID' | 'bootID'>;

/** What machines are made with. */
export interface Machines {
  /** Their ids are taken from it. */
  readonly random: RandomStream;
  /** Of their kubelets, such as `v1.24.17`. */
  readonly release: string;
}

type Programs = 'kubeProxyVersion' | 'kubeletVersion';

/** All machines are alike but for their ids and the release of their programs. */
export const machineInfo: Omit<NodeSystemInfo, keyof MachineIds | Programs> = {
  architecture: 'amd64',
  containerRuntimeVersion: 'sim://1.0',
  kernelVersion: '5.15.0',
  operatingSystem: 'linux',
  osImage: 'Orrery simulated node',
};

/** Returns the ids of a node's machine: they depend on the seed and the node's name alone. */
export function machineIds(random: RandomStream, nodeName: string): MachineIds {
  const own = random.fork(nodeName);
  return {
    machineID: own.fork('machine').uuid().replaceAll('-', ''),
    systemUUID: own.fork('system').uuid(),
    bootID: bootId(random, nodeName, 'first'),
  };
}

/**
 * Returns the id of a machine's run that ended its time off at that time, ms; `first`: of its first
 * run.
 */
export function bootId(random: RandomStream, nodeName: string, since: Millis | 'first'): string {
  return random.fork(nodeName).fork(`boot ${since}`).uuid();
}

/**
 * Returns the labels with which a kubelet of v1.24 registers its node; a user's own win over them.
 */
export function kubeletLabels(nodeName: string): Readonly<Record<string, string>> {
  const { architecture, operatingSystem } = machineInfo;
  return {
    'beta.kubernetes.io/arch': architecture,
    'beta.kubernetes.io/os': operatingSystem,
    'kubernetes.io/arch': architecture,
    'kubernetes.io/hostname': nodeName,
    'kubernetes.io/os': operatingSystem,
  };
}
