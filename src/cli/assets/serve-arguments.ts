/** What a command line of kube-apiserver asks of `orrery serve`. */
import { isIP } from 'node:net';
import { join } from 'node:path';
import { apiServerFlags } from './api-server-flags.ts';

/** Arguments of `orrery serve`, and what is not done of what was asked. */
export interface ServeArguments {
  readonly args: readonly string[];
  /** Flags that are accepted without effect, with their dashes; each once. */
  readonly idle: readonly string[];
}

/** A command line that kube-apiserver would refuse too. */
export class FlagError extends Error {
  override readonly name = 'FlagError';
}

/** Values of a flag by its name, in the order in which they came; switches have `true` or `false`. */
type Values = ReadonlyMap<string, readonly string[]>;

/**
 * Translates a command line.
 * @param knownPlugins admission plugins that can be turned off
 * @throws {FlagError}
 */
export function serveArguments(
  line: readonly string[],
  knownPlugins: readonly string[],
): ServeArguments {
  const values = valuesOf(line);
  const all = (name: string): readonly string[] => values.get(name) ?? [];
  const last = (name: string): string | undefined => all(name).at(-1);
  const listed = (name: string): readonly string[] =>
    all(name)
      .flatMap((each) => each.split(','))
      .map((each) => each.trim())
      .filter((each) => each !== '');
  const idle = [...values.keys()].filter((name) => apiServerFlags.get(name)?.effect === 'idle');

  const plugins = listed('disable-admission-plugins');
  const off = plugins.filter((each) => knownPlugins.includes(each));
  if (off.length < plugins.length) {
    const rest = plugins.filter((each) => !knownPlugins.includes(each));
    idle.push(`disable-admission-plugins ${rest.join(',')}`);
  }
  const { mode, ignored } = authorizationOf(listed('authorization-mode'), values);
  if (ignored.length > 0) idle.push(`authorization-mode ${ignored.join(',')}`);
  const advertised = last('advertise-address');
  const isReachable = advertised !== undefined && !isLoopback(advertised);
  if (advertised !== undefined && !isReachable) idle.push(`advertise-address ${advertised}`);
  const certDir = last('cert-dir');
  const gates = listed('feature-gates').map((each) => each.replace(/^kube:/, ''));
  const keys = listed('runtime-config');
  // The first of two is that of the first family.
  const [range] = listed('service-cluster-ip-range');
  const args = [
    ...['--port', last('secure-port') ?? '6443', '--address', last('bind-address') ?? loopback],
    ...['--authorization', mode],
    ...(last('anonymous-auth') === 'false' ? [] : ['--anonymous-auth']),
    ...(isReachable ? ['--advertise-address', advertised] : []),
    ...(certDir === undefined ? [] : ['--kubeconfig', join(certDir, kubeconfigName)]),
    ...(range === undefined ? [] : ['--service-cluster-ip-range', range]),
    ...(keys.length === 0 ? [] : ['--runtime-config', keys.join(',')]),
    ...(off.length === 0 ? [] : ['--disable-admission-plugins', off.join(',')]),
    ...(gates.length === 0 ? [] : ['--feature-gates', gates.join(',')]),
    ...sameNamed.flatMap((name) => all(name).flatMap((value) => [`--${name}`, value])),
  ];
  return { args, idle: idle.map((name) => `--${name}`) };
}

/** Without `--bind-address`: the real one then listens everywhere, but this one may give all rights to anybody. */
const loopback = '127.0.0.1';

/** In `--cert-dir`: by it a person reaches the server of a suite, with all rights. */
export const kubeconfigName = 'orrery.kubeconfig';

/** What both understand alike. */
const sameNamed = [
  ...['cert-dir', 'tls-cert-file', 'tls-private-key-file', 'client-ca-file', 'token-auth-file'],
  ...['service-account-key-file', 'service-account-signing-key-file', 'service-account-issuer'],
];

/** @throws {FlagError} */
function valuesOf(line: readonly string[]): Values {
  const values = new Map<string, string[]>();
  for (let at = 0; at < line.length; at++) {
    const [, name = '', , value] = /^--?([a-z][a-z0-9-]*)(=(.*))?$/s.exec(line[at]!) ?? [];
    const flag = apiServerFlags.get(name);
    if (flag === undefined) throw new FlagError(refusal(line[at]!));
    const found = value ?? (flag.isSwitch ? 'true' : line[++at]);
    if (found === undefined) throw new FlagError(`flag needs an argument: --${name}`);
    values.set(name, [...(values.get(name) ?? []), found]);
  }
  return values;
}

function refusal(word: string): string {
  if (word.startsWith('-')) return `unknown flag: ${word.replace(/=.*/s, '')}`;
  return `unexpected argument ${JSON.stringify(word)}: all are flags, --NAME=VALUE`;
}

/** Returns the mode that decides, of several. */
function authorizationOf(
  modes: readonly string[],
  values: Values,
): { readonly mode: string; readonly ignored: readonly string[] } {
  if (modes.length === 0 && !values.has('authorization-config'))
    return { mode: 'none', ignored: [] };
  const ignored = modes.filter((each) => !['RBAC', 'Node', 'AlwaysAllow'].includes(each));
  const isOpen = modes.includes('AlwaysAllow');
  return { mode: isOpen ? 'none' : 'rbac', ignored };
}

function isLoopback(address: string): boolean {
  return isIP(address) === 0 || address === '::1' || address.startsWith('127.');
}
