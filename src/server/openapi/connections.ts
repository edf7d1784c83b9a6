/** The operations that connect to what is behind an object: a shell in a container, or a server. */
import type { Subresource } from '#kinds';
import { capitalized } from './names.ts';
import type { Method, Operation } from './operation.ts';
import { optionParameter, type Parameter } from './parameters.ts';

/** What the operations are about. */
export interface Connected {
  /** Of the subresource. */
  readonly path: string;
  /** `NamespacedPodExec` */
  readonly name: string;
  /** `CoreV1` */
  readonly version: string;
  /** `exec of Pod` */
  readonly what: string;
  readonly about: Pick<Operation, 'tag' | 'action' | 'kind'>;
}

/** A request with any method is passed on to a server. */
const ofProxies: readonly Method[] = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put'];
const ofStreams: readonly Method[] = ['get', 'post'];

export function connectionsTo(
  connected: Connected,
  { stream, options }: Subresource,
): readonly Operation[] {
  const parameters = Object.keys(options!.fields)
    .sort()
    .map((name) => optionParameter(name, options!.fields[name]!));
  if (stream !== 'proxy') {
    return ofStreams.map((method) => connect(connected, method, parameters));
  }
  const behind = {
    ...connected,
    path: `${connected.path}/{path}`,
    name: `${connected.name}WithPath`,
  };
  return [
    ...ofProxies.map((method) => connect(connected, method, parameters)),
    ...ofProxies.map((method) => connect(behind, method, parameters)),
  ];
}

function connect(
  { path, name, version, what, about }: Connected,
  method: Method,
  parameters: readonly Parameter[],
): Operation {
  return {
    ...about,
    path,
    method,
    id: `connect${version}${capitalized(method)}${name}`,
    description: `Connects ${method.toUpperCase()} requests to ${what}.`,
    verb: 'connect',
    parameters,
    answer: 'any',
    codes: [200],
  };
}
