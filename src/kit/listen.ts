/** A cluster's API over HTTPS, for clients of the test. Loaded when a test first listens. */
import { kubeconfigText } from '#remote';
import { machineTime, machineTimers, machineWall, makeSecret, type Release } from '#clock';
import { Outside, patienceOf, WaitingGate, type Waits } from '#lockstep';
import { containerLog } from '#pool';
import type { Run } from '#run';
import {
  admin,
  createServerApp,
  listen,
  makeAuthority,
  makeClient,
  servingTls,
  Tokens,
  type SeenRequest,
} from '#server';

/** A client library's configuration that reads kubeconfigs, such as client-node's `KubeConfig`. */
export interface ReadsKubeconfig {
  /** Reads the text of a kubeconfig. */
  loadFromString(text: string): unknown;
}

/** How a client reaches the cluster, as one user. */
export interface ClusterAccess {
  /** `https://127.0.0.1:40123` */
  readonly url: string;
  /** The user's bearer token. */
  readonly token: string;
  /** The certificate that clients trust, PEM. */
  readonly certificate: string;
  /** The text of a kubeconfig, for a file or for a client library. */
  readonly kubeconfig: string;
  /** Loads the kubeconfig: `server.configure(new KubeConfig()).makeApiClient(CoreV1Api)`. */
  configure<T extends ReadsKubeconfig>(config: T): T;
}

/** A user of the API, beside the administrator. */
export interface ClusterUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** Where a cluster listens, and how time passes meanwhile. */
export interface ListenOptions {
  /** Default: any that is free. */
  readonly port?: number;
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /**
   * `manual` (the default): time passes only when it is advanced. `realtime`, or a factor (60: a minute
   * each second): it also passes by itself while the cluster listens, so that two runs may differ.
   */
  readonly pace?: 'manual' | 'realtime' | number;
  /**
   * How long an advance waits at an instant for clients that were sent something then: until they were quiet for that
   * long, and no longer than the cap. Durations such as `20ms`, or wall ms; the defaults are 20ms and 2s. For clients in
   * the process of the test `quiet: 0` is enough, unless they wait for timers or other threads. `off`: time does not wait;
   * nor does it at a pace.
   */
  readonly outside?: 'off' | { readonly quiet?: string | number; readonly cap?: string | number };
  /** Called for every request as it comes; what it gets fills up until the request is answered. */
  readonly onRequest?: (request: SeenRequest) => void;
  /** Answers are in JSON wherever the client takes that too, so that they can be read. Default: in the type that it prefers. */
  readonly prefersJson?: boolean;
}

/** A client certificate with its key, both in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A cluster that listens. Its own access is the administrator's. */
export interface ClusterServer extends ClusterAccess, AsyncDisposable {
  readonly port: number;
  /** How another user reaches it, by a token of their own. */
  accessOf(user: ClusterUser): ClusterAccess;
  /** A certificate by which a client is known as that user; its groups are the organizations. */
  certificateOf(user: ClusterUser): ClientCertificate;
  /** How often, how long and for whom time has waited. */
  readonly waits: Waits;
  /** Ends watches, finishes requests under way, and closes. The cluster lives on. */
  close(): Promise<void>;
}

const names = ['localhost', '127.0.0.1', '::1', 'host.docker.internal'];

/**
 * @throws {Error} when the port is in use, or another server of the cluster has another pace
 * @throws {RangeError} for an invalid `outside`
 */
export async function listenTo(
  run: Run,
  options: ListenOptions,
  onClose: () => void,
): Promise<ClusterServer> {
  const { port = 0, host = '127.0.0.1', pace = 'manual', outside: wait = {} } = options;
  const { onRequest, prefersJson = false } = options;
  const patience = wait === 'off' ? { quiet: 0, cap: 0 } : patienceOf(withUnits(wait));
  if (patience === undefined) {
    throw new RangeError("listen: outside: expected { quiet: '20ms', cap: '2s' }, or 'off'");
  }
  const { simulator } = run;
  const { api, clock } = simulator;
  const timers = machineTimers();
  const tokens = new Tokens();
  const defects: unknown[] = [];
  // Also when time stands still, what clients write is dealt with at once.
  const { pacer, end } = run.attend(pace === 'realtime' ? 1 : pace);
  const outside = new Outside({ wall: machineWall, timers, revision: () => api.revision() });
  const standStill = (): Release => pacer.standStill();
  const gate = new WaitingGate({ outside, patience, wall: machineWall, standStill });
  const isWaiting = wait !== 'off' && pace === 'manual';
  const app = createServerApp({
    api,
    tokens,
    timers,
    faults: simulator.faults,
    ...(isWaiting && { outside }),
    ...(onRequest && { onRequest }),
    prefersJson,
    now: () => pacer.present(),
    readLog: containerLog,
    ...(run.isKept && { awaitDurable: () => run.awaitDurable() }),
    queues: () => simulator.queues,
    hostNames: [host],
    address: () => new URL(url).host,
    arrive: () => {
      if (simulator.refusal !== undefined) throw simulator.refusal;
      return pacer.catchUp();
    },
    onDefect: (defect) => void defects.push(defect),
  });
  const authority = makeAuthority(machineTime());
  const tls = servingTls({ authority }, [...new Set([...names, host])], machineTime);
  const listening = await listen(app, { host, port, tls, timers }).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const url = `https://${host.includes(':') ? `[${host}]` : host}:${listening.port}`;
  const accessBy = (token: string): ClusterAccess => accessTo(url, token, authority.cert);
  const token = makeSecret();
  tokens.add(token, admin);
  if (isWaiting) clock.gates.add(gate);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closed());
  const closed = async (): Promise<void> => {
    await listening.close();
    clock.gates.delete(gate);
    await end();
    onClose();
    if (defects.length > 0) throw defects[0];
  };
  return {
    ...accessBy(token),
    port: listening.port,
    get waits() {
      return gate.waits;
    },
    accessOf({ name, groups = [] }) {
      const own = makeSecret();
      tokens.add(own, { name, groups });
      return accessBy(own);
    },
    certificateOf: ({ name, groups = [] }) => {
      const { cert, key } = makeClient(authority, { name, groups }, machineTime());
      return { cert, key };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Numbers are ms in the kit, and seconds in the control API. */
function withUnits(wait: Readonly<Record<string, string | number>>): Record<string, unknown> {
  const units = Object.entries(wait).map(([name, value]) => [
    name,
    typeof value === 'number' ? `${value}ms` : value,
  ]);
  return Object.fromEntries(units) as Record<string, unknown>;
}

function accessTo(url: string, token: string, certificate: string): ClusterAccess {
  const kubeconfig = kubeconfigText({ url, token, certificate });
  return {
    ...{ url, token, certificate, kubeconfig },
    configure(config) {
      config.loadFromString(kubeconfig);
      return config;
    },
  };
}
