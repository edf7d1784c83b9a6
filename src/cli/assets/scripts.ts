/** The executables of an assets folder, as texts. They become the program that they start: nothing stands between. */
import { apiServerFlags } from './api-server-flags.ts';

/** What the executables start, and as what. */
export interface Started {
  /** Node, or a single executable that has it. */
  readonly runtime: string;
  /** The command; absent where the runtime is the command itself. */
  readonly command?: string;
  /** `v1.34.4` */
  readonly version: string;
  /** Options of `orrery serve`. */
  readonly fixed: readonly string[];
}

/** Every file of ours begins with it, so that none of others is taken for one. */
export const madeBy = '# Made by `orrery assets`';

const usualUrls = ['listen-client-urls', 'advertise-client-urls', 'listen-peer-urls'];
const etcdFlags = [
  ...['name', 'data-dir', 'wal-dir', 'snapshot-count', 'quota-backend-bytes', 'log-level'],
  ...[...usualUrls, 'initial-advertise-peer-urls', 'initial-cluster', 'initial-cluster-state'],
  ...['initial-cluster-token', 'unsafe-no-fsync', 'listen-metrics-urls'],
].sort();

/** Returns `kube-apiserver`. Its help comes without the runtime, since suites ask for it before each start. */
export function apiServerScript(started: Started): string {
  const flags = [...apiServerFlags].map(
    ([name, { isSwitch, effect }]) =>
      `      --${name}${isSwitch ? '' : ' value'}${effect === 'idle' ? '   (accepted, without effect)' : ''}`,
  );
  const help = [
    'Stands for kube-apiserver: `orrery serve` in one process, with nothing behind it but memory.',
    '',
    'Usage:',
    '  kube-apiserver [flags]',
    '',
    'Flags:',
    ...flags,
    '  -h, --help',
    '      --version',
    '',
    'ORRERY_FLAGS has further options of `orrery serve`, such as "--controllers all --nodes 3 --clock auto".',
  ];
  return script(started, 'kube-apiserver', help, `Kubernetes ${started.version}`);
}

/** Returns `etcd`. */
export function etcdScript(started: Started): string {
  const help = [
    'Stands for etcd: says that it is well, and keeps nothing. The API server beside it has its own memory.',
    '',
    'Usage:',
    '  etcd [flags]',
    '',
    'Flags:',
    ...etcdFlags.map((name) => `  --${name}`),
  ];
  return script(started, 'etcd', help, 'etcd Version: 3.6.0');
}

/** Returns `kubectl`, for machines that have none. */
export function kubectlScript(started: Started): string {
  return [
    ...start(started),
    "cat >&2 <<'END'",
    'This is not kubectl, which was not in PATH when `orrery assets` made this folder.',
    'Install kubectl (https://kubernetes.io/docs/tasks/tools/) and run `orrery assets` again.',
    'To look at a served cluster: `orrery get`, `orrery describe` and `orrery why`.',
    'END',
    'exit 1',
    '',
  ].join('\n');
}

function script(started: Started, name: string, help: readonly string[], version: string): string {
  const { runtime, command, fixed } = started;
  const words = [
    ...(command === undefined ? [] : [command]),
    ...['assets', 'start', name, ...fixed.map((each) => `--serve=${each}`), '--'],
  ];
  const isMissing = `[ -x ${quoted(runtime)} ]`;
  return [
    ...start(started),
    'case "$1" in',
    '-h | --help | -help)',
    "cat <<'END'",
    ...help,
    'END',
    'exit 0 ;;',
    `--version | -version) echo ${quoted(version)}; exit 0 ;;`,
    'esac',
    `if ${isMissing}; then runtime=${quoted(runtime)}; else runtime=node; fi`,
    `exec "$runtime" ${words.map(quoted).join(' ')} "$@"`,
    '',
  ].join('\n');
}

function start({ version }: Started): readonly string[] {
  return ['#!/bin/sh', `${madeBy}: stands for that of Kubernetes ${version}.`];
}

/** Returns a word as a shell reads it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
