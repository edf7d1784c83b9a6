/** Where Services, and pods, are on this machine: simulated ones have nothing behind them. */

/** An address that stands for a Service, or for a pod. */
export interface WebhookAddress {
  /** It stands for a pod of that name. Absent: for a Service. */
  readonly isPod?: boolean;
  /** `*` for all namespaces. */
  readonly namespace: string;
  readonly name: string;
  /** Absent: all ports. */
  readonly port?: number;
  readonly host: string;
  readonly hostPort: number;
}

const form = /^(?<namespace>\*|[a-z0-9-]+)\/(?<name>[a-z0-9.-]+)(?::(?<port>\d+))?=(?<place>.+)$/;
const place = /^(?:\[(?<v6>[0-9a-fA-F:.]+)\]|(?<host>[^:[\]\s]+)):(?<hostPort>\d+)$/;
const largestPort = 65_535;

/**
 * Reads `NAMESPACE/NAME[:PORT]=HOST:PORT`, such as `default/hook:443=127.0.0.1:8443`.
 * @throws {Error} that says what would be right
 */
export function readWebhookAddress(text: string): WebhookAddress {
  const { namespace, name, port, place: where = '' } = form.exec(text)?.groups ?? {};
  const { v6, host = v6, hostPort } = place.exec(where)?.groups ?? {};
  const ports = [port, hostPort].filter((each) => each !== undefined).map(Number);
  const isGood = host !== undefined && ports.every((each) => each >= 1 && each <= largestPort);
  if (!isGood) {
    throw new Error(
      `"${text}" is not NAMESPACE/NAME[:PORT]=HOST:PORT, such as default/hook=127.0.0.1:8443`,
    );
  }
  return {
    namespace: namespace!,
    name: name!,
    ...(port !== undefined && { port: Number(port) }),
    host,
    hostPort: Number(hostPort),
  };
}

/** A port of a Service, or of a pod. */
export type AddressedPort = Pick<WebhookAddress, 'isPod' | 'namespace' | 'name'> & {
  readonly port: number;
};

/** The first address that stands for a port. */
export function addressOf(
  addresses: readonly WebhookAddress[],
  asked: AddressedPort,
): WebhookAddress | undefined {
  return addresses.find(
    ({ isPod = false, namespace, name, port = asked.port }) =>
      isPod === (asked.isPod ?? false) &&
      (namespace === '*' || namespace === asked.namespace) &&
      name === asked.name &&
      port === asked.port,
  );
}
