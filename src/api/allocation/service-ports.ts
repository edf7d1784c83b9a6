/** Node ports for services. */
import { internalError } from '#values';
import { needsHealthCheck, isExternal, needsNodePorts } from '#kinds';
import type { ServicePort, ServiceSpec } from '#types';
import type { Holder, NumberPool } from './number-pool.ts';
import { refuse } from './refuse.ts';

/** The spec with ports on the nodes, where it needs some; unchanged when it has them. @throws {ApiError} */
export async function allocatePorts(
  pool: NumberPool,
  holder: Holder,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): Promise<ServiceSpec> {
  const ports = isExternal(spec) ? await nodePorts(pool, holder, spec, old) : spec.ports;
  const ported = ports === spec.ports ? spec : { ...spec, ports };
  const hadHealthCheck = old !== undefined && needsHealthCheck(old);
  if (!needsHealthCheck(spec) || hadHealthCheck) return ported;
  return withHealthCheckPort(pool, holder, ported);
}

async function nodePorts(
  pool: NumberPool,
  holder: Holder,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): Promise<ServiceSpec['ports']> {
  const { ports = [] } = spec;
  const oldPorts = new Set((old?.ports ?? []).flatMap(({ nodePort }) => nodePort || []));
  // A port with several protocols has the same node port for all of them.
  const byPort = new Map<number, number>();
  if (old === undefined) {
    for (const { port, nodePort } of ports) {
      if (nodePort && !byPort.has(port)) byPort.set(port, nodePort);
    }
  }
  let changed: ServicePort[] | undefined;
  for (const [index, port] of ports.entries()) {
    if (port.nodePort) {
      if (!oldPorts.has(port.nodePort)) await takePort(pool, holder, port.nodePort, index);
    } else if (needsNodePorts(spec)) {
      const nodePort = byPort.get(port.port) ?? (await takeAnyPort(pool, holder, 'nodePort'));
      if (old === undefined) byPort.set(port.port, nodePort);
      (changed ??= [...ports])[index] = { ...port, nodePort };
    }
  }
  return changed ?? spec.ports;
}

/**
 * Rejects node ports of a new service that are invalid or asked for twice. Ports of the same number
 * may share one: they have different protocols. @throws {ApiError} 422
 */
export function checkNodePorts(pool: NumberPool, holder: Holder, spec: ServiceSpec): void {
  if (!isExternal(spec)) return;
  const byPort = new Map<number, number>();
  const taken = new Set<number>();
  for (const [index, { port, nodePort }] of (spec.ports ?? []).entries()) {
    if (!nodePort || byPort.get(port) === nodePort) continue;
    const fault = !pool.contains(nodePort)
      ? rangeFault(pool)
      : taken.has(nodePort)
        ? alreadyTaken
        : undefined;
    if (fault !== undefined) {
      refuse(holder, `spec.ports[${index}].nodePort`, String(nodePort), fault);
    }
    taken.add(nodePort);
    if (!byPort.has(port)) byPort.set(port, nodePort);
  }
}

const alreadyTaken = 'provided port is already allocated';

async function takePort(
  pool: NumberPool,
  holder: Holder,
  port: number,
  index: number,
): Promise<void> {
  const fault = await faultOf(pool, holder, port);
  if (fault !== undefined) refuse(holder, `spec.ports[${index}].nodePort`, String(port), fault);
}

async function withHealthCheckPort(
  pool: NumberPool,
  holder: Holder,
  spec: ServiceSpec,
): Promise<ServiceSpec> {
  const { healthCheckNodePort } = spec;
  if (!healthCheckNodePort) {
    const taken = await takeAnyPort(pool, holder, 'HealthCheck NodePort 0');
    return { ...spec, healthCheckNodePort: taken };
  }
  const fault = await faultOf(pool, holder, healthCheckNodePort);
  if (fault === undefined) return spec;
  const which = `requested HealthCheck NodePort ${healthCheckNodePort}`;
  throw internalError(`failed to allocate ${which}: ${fault}`);
}

async function takeAnyPort(pool: NumberPool, holder: Holder, what: string): Promise<number> {
  const port = await pool.takeNext(holder);
  if (port === undefined) throw internalError(`failed to allocate a ${what}: range is full`);
  return port;
}

/** The error of taking this exact port; undefined once it is taken. */
async function faultOf(
  pool: NumberPool,
  holder: Holder,
  port: number,
): Promise<string | undefined> {
  if (!pool.contains(port)) return rangeFault(pool);
  return (await pool.take(port, holder)) ? undefined : alreadyTaken;
}

function rangeFault({ range: { first, size } }: NumberPool): string {
  const valid = `${first}-${first + size - 1}`;
  return `provided port is not in the valid range. The range of valid ports is ${valid}`;
}
