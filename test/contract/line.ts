/** A way to a server of this machine that can be cut off: then it is silent, as a network that fails. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Line {
  readonly url: string;
  cut(): void;
  /** What was sent meanwhile arrives. */
  restore(): void;
  close(): Promise<void>;
}

export async function lineTo(target: string): Promise<Line> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  const pass = (act: () => void): void => {
    if (held === undefined) act();
    else held.push(act);
  };
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (chunk) => pass(() => to.write(chunk)));
    from.on('error', () => undefined); // followed by close
    from.on('close', () => {
      sockets.delete(from);
      pass(() => to.destroy());
    });
  };
  const server = createServer((near) => {
    const far = connect({ host: '127.0.0.1', port: Number(port) });
    join(near, far);
    join(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      held ??= [];
    },
    restore() {
      const waiting = held ?? [];
      held = undefined;
      for (const act of waiting) act();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
