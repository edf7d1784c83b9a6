/** Who but the cluster can wake a process: other servers that it is connected to, and timers that are files. */
import { readlinkSync } from 'node:fs';
import { entriesOf, processesOf, textOf } from './process-look.ts';

const established = '01';
const connecting = '02';
const listening = '0A';
const timer = 'anon_inode:[timerfd]';

export class ProcessTies {
  readonly #pid: number;
  /** Sockets that were looked up last, by their numbers, and what came of it: Linux takes milliseconds to list them all. */
  #known: { readonly sockets: string; readonly isTied: boolean } | undefined;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Whether something else can wake it, or what it has started, than a server at that port of this machine. */
  isToOthers(port: number): boolean {
    const files = new Set(processesOf(this.#pid).flatMap(filesOf));
    if (files.has(timer)) return true;
    // Its output goes through sockets too.
    for (const standard of ['0', '1', '2']) files.delete(targetOf(this.#pid, standard));
    const own = new Set([...files].flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []));
    const sockets = [...own].sort().join(' ');
    if (sockets === '') return false;
    if (this.#known?.sockets === sockets) return this.#known.isTied;
    const found = socketsOf(this.#pid, own);
    const isTied = areToOthers(found, port);
    // One that is not connected yet can be later on.
    const isLasting = found.every(({ state }) => state === established || state === listening);
    this.#known = isLasting && found.length === own.size ? { sockets, isTied } : undefined;
    return isTied;
  }
}

interface Socket {
  /** Ports. */
  readonly local: number;
  readonly remote: number;
  readonly state: string;
  readonly inode: string;
}

/**
 * Returns whether any is connected to another port, and not to one that the process itself serves.
 */
export function areToOthers(sockets: readonly Socket[], port: number): boolean {
  const served = sockets.filter(({ state }) => state === listening).map(({ local }) => local);
  return sockets.some(
    ({ state, local, remote }) =>
      (state === established || state === connecting) && remote !== port && !served.includes(local),
  );
}

function socketsOf(pid: number, own: ReadonlySet<string>): readonly Socket[] {
  const found: Socket[] = [];
  for (const name of ['tcp', 'tcp6', 'udp', 'udp6']) {
    if (found.length === own.size) break;
    const all = socketsIn(textOf(`/proc/${pid}/net/${name}`));
    found.push(...all.filter(({ inode }) => own.has(inode)));
  }
  return found;
}

/** `0: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000 0 0 12345 ...`, after a line of titles. */
export function socketsIn(table: string): readonly Socket[] {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(({ length }) => length > 9)
    .map(([, local = '', remote = '', state = '', , , , , , inode = '']) => ({
      ...{ local: portOf(local), remote: portOf(remote), state, inode },
    }));
}

function portOf(address: string): number {
  return Number.parseInt(address.slice(address.indexOf(':') + 1), 16);
}

function filesOf(pid: number): readonly string[] {
  return entriesOf(`/proc/${pid}/fd`).map((name) => targetOf(pid, name));
}

function targetOf(pid: number, file: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${file}`);
  } catch {
    return '';
  }
}
