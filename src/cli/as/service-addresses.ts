/** Which Services lead to a program, and where its ports are on this machine. */
import type { Container } from '#types/core-v1';
import type { Pod, Service } from '#types';
import { portOf } from './probe.ts';

/** Where a program can be reached. */
export interface Reached {
  /** An address of the form of `--webhook-address` for each port of each Service that selects the pod. */
  readonly addresses: readonly string[];
  /** What its pod names: ports of the container, of its probes, and those that these Services lead to. */
  readonly ports: readonly number[];
}

/** Where nothing leads. */
export const nowhere: Reached = { addresses: [], ports: [] };

/** Returns where a program can be reached that stands for a container. */
export function reachedAt(pod: Pod, container: Container, services: readonly Service[]): Reached {
  const { labels = {}, namespace = '' } = pod.metadata;
  const led = services
    .filter(({ spec: { selector = {} } }) => {
      const expected = Object.entries(selector);
      return expected.length > 0 && expected.every(([key, value]) => labels[key] === value);
    })
    .flatMap(({ metadata: { name }, spec: { ports = [] } }) =>
      ports.map(({ port, targetPort }) => ({
        service: `${namespace}/${name}:${port}`,
        there: portOf(targetPort ?? port, container),
      })),
    );
  const own = (container.ports ?? []).map(({ containerPort }) => containerPort);
  const all = [...own, ...probedPorts(container), ...led.map(({ there }) => there)];
  return {
    addresses: led.map(({ service, there }) => `${service}=127.0.0.1:${there}`),
    ports: [...new Set(all)].filter(Number.isInteger),
  };
}

function probedPorts(container: Container): readonly number[] {
  const { readinessProbe, livenessProbe, startupProbe } = container;
  return [readinessProbe, livenessProbe, startupProbe].flatMap((probe) => {
    const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port;
    return port === undefined ? [] : [portOf(port, container)];
  });
}
