/** Which Services lead to a program, and where its ports are on this machine. */
import type { Container } from '#types/core-v1';
import type { Pod, Service } from '#types';
import { portOf } from './probe.ts';

/** Returns an address of the form of `--webhook-address` for each port of each Service that selects the pod. */
export function addressesFor(
  pod: Pod,
  container: Container,
  services: readonly Service[],
): readonly string[] {
  const { labels = {}, namespace = '' } = pod.metadata;
  return services
    .filter(({ spec: { selector = {} } }) => {
      const expected = Object.entries(selector);
      return expected.length > 0 && expected.every(([key, value]) => labels[key] === value);
    })
    .flatMap(({ metadata: { name }, spec: { ports = [] } }) =>
      ports.map(({ port, targetPort }) => {
        const there = portOf(targetPort ?? port, container);
        return `${namespace}/${name}:${port}=127.0.0.1:${there}`;
      }),
    );
}
