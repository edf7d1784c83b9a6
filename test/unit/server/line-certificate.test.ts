/** A line whose certificates faults strike: what its server shows, and which connections break. */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import type { LineState } from '#faults';
import { StruckLine, type LineOptions } from '../../../src/server/faults/struck-line.ts';

/** Notes what it is asked for. */
class FakeServer extends EventEmitter {
  readonly shown: object[] = [];
  listening = true;

  setSecureContext(context: object): void {
    this.shown.push(context);
  }
}

class FakeSocket extends EventEmitter {
  isDestroyed = false;

  destroy(): void {
    this.isDestroyed = true;
  }
}

const own = { key: 'own key', cert: 'own cert' };
let state: LineState;
let change: () => void;
let server: FakeServer;
beforeEach(() => {
  state = {};
  server = new FakeServer();
});

function struck(tls: LineOptions['tls']): StruckLine {
  const line = {
    get line() {
      return state;
    },
    onChange: (listener: () => void) => {
      change = listener;
      return () => undefined;
    },
    strikeConnection: () => false,
  };
  const at = { host: '127.0.0.1', port: 1 };
  return new StruckLine({ line, server, at, tls, timers: {} } as unknown as LineOptions);
}

function strike(certificate: string | undefined): void {
  state = (certificate === undefined ? {} : { certificate }) as LineState;
  change();
}

function connected(event = 'secureConnection'): FakeSocket {
  const socket = new FakeSocket();
  server.emit(event, socket);
  return socket;
}

const instead = (fate: unknown) => ({ key: `key ${String(fate)}`, cert: `cert ${String(fate)}` });
const minVersion = 'TLSv1.2';

it('shows another certificate while a fault lasts, and breaks connections at both ends', () => {
  struck({ ...own, instead } as never);
  expect(server.shown).toEqual([]);
  const before = connected();
  strike('expired');
  expect(server.shown).toEqual([{ key: 'key expired', cert: 'cert expired', minVersion }]);
  expect(before.isDestroyed).toBe(true);
  const during = connected();
  strike('expired');
  expect([server.shown.length, during.isDestroyed]).toEqual([1, false]);
  strike(undefined);
  expect(server.shown.at(-1)).toEqual({ ...own, minVersion });
  expect(during.isDestroyed).toBe(true);
});

it('shows what a fault demands that strikes already', () => {
  state = { certificate: 'expired' } as unknown as LineState;
  struck({ ...own, instead } as never);
  expect(server.shown).toEqual([{ key: 'key expired', cert: 'cert expired', minVersion }]);
});

it('keeps asking clients for certificates', () => {
  struck({ ...own, instead, clientAuthority: 'ca' } as never);
  strike('expired');
  expect(server.shown).toEqual([
    { key: 'key expired', cert: 'cert expired', ca: 'ca', minVersion },
  ]);
});

it.each<[what: string, tls: object | undefined, event: string]>([
  ['without TLS', undefined, 'connection'],
  ['without other certificates', own, 'secureConnection'],
])('shows the same %s, and breaks nothing', (_, tls, event) => {
  struck(tls as never);
  const socket = connected(event);
  strike('expired');
  expect([server.shown, socket.isDestroyed]).toEqual([[], false]);
});

it('breaks neither connections that drive the server nor those that are closed', () => {
  const line = struck({ ...own, instead } as never);
  const [driving, returned, closed] = [connected(), connected(), connected()];
  line.note(driving as never, true);
  line.note(returned as never, true);
  line.note(returned as never, false);
  closed.emit('close');
  strike('expired');
  const broken = [driving, returned, closed].map(({ isDestroyed }) => isDestroyed);
  expect(broken).toEqual([false, true, false]);
});

it('breaks only connections that are secure where there is TLS', () => {
  struck({ ...own, instead } as never);
  const plain = connected('connection');
  strike('expired');
  expect(plain.isDestroyed).toBe(false);
});
