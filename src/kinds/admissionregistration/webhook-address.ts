/** Where the Services of webhooks are on this machine: simulated ones have nothing behind them. */

/** An address that stands for a Service. */
export interface WebhookAddress {
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

/** The first address that stands for a Service's port. */
export function addressOf(
  addresses: readonly WebhookAddress[],
  service: Pick<WebhookAddress, 'namespace' | 'name'> & { readonly port: number },
): WebhookAddress | undefined {
  return addresses.find(
    ({ namespace, name, port = service.port }) =>
      (namespace === '*' || namespace === service.namespace) &&
      name === service.name &&
      port === service.port,
  );
}
