/** A port for a program that does not choose one itself. */
import { createServer, type AddressInfo } from 'node:net';

/** Returns a port of this machine at which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
