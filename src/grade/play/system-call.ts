/** How long a thread sleeps in a system call, from what Linux tells about the call: pure. */

/** Undefined: it runs, or may do so at any time. */
export type Sleep =
  /** From when the call began. */
  | { readonly forMs: number }
  /** By the machine's monotonic clock. */
  | { readonly untilMs: number }
  | undefined;

/** Until it is sent something. */
const forever: Sleep = { forMs: Infinity };

/** What can be read of the caller's memory. Undefined: it cannot. */
export type ReadTime = (address: bigint) => bigint | undefined;

/** Calls that wait, by their numbers. */
type Waiting =
  | { readonly type: 'forever' }
  /** The argument that holds milliseconds, the address of seconds and nanoseconds, or of seconds and microseconds. */
  | { readonly type: 'ms' | 'nanoseconds' | 'microseconds'; readonly argument: number }
  | { readonly type: 'futex' | 'clock' };

const untimed: Waiting = { type: 'forever' };
const ms = (argument: number): Waiting => ({ type: 'ms', argument });
const nanoseconds = (argument: number): Waiting => ({ type: 'nanoseconds', argument });

const common: readonly (readonly [number, Waiting])[] = [[441, nanoseconds(3)]]; // epoll_pwait2

/** x64: read, recvfrom, recvmsg, accept, accept4, wait4, waitid, pause, rt_sigsuspend. arm64: the same but pause. */
const tables: Readonly<Record<string, ReadonlyMap<number, Waiting>>> = {
  x64: new Map([
    ...[0, 45, 47, 43, 288, 61, 247, 34, 130].map((call) => [call, untimed] as const),
    ...([232, 281] as const).map((call) => [call, ms(3)] as const), // epoll_wait, epoll_pwait
    [7, ms(2)], // poll
    [271, nanoseconds(2)], // ppoll
    [23, { type: 'microseconds', argument: 4 }], // select
    [270, nanoseconds(4)], // pselect6
    [35, nanoseconds(0)], // nanosleep
    [128, nanoseconds(2)], // rt_sigtimedwait
    [202, { type: 'futex' }],
    [230, { type: 'clock' }], // clock_nanosleep
    ...common,
  ]),
  arm64: new Map([
    ...[63, 207, 212, 202, 242, 260, 95, 133].map((call) => [call, untimed] as const),
    [22, ms(3)], // epoll_pwait
    [73, nanoseconds(2)], // ppoll
    [72, nanoseconds(4)], // pselect6
    [101, nanoseconds(0)], // nanosleep
    [137, nanoseconds(2)], // rt_sigtimedwait
    [98, { type: 'futex' }],
    [115, { type: 'clock' }], // clock_nanosleep
    ...common,
  ]),
};

/**
 * A time limit that the kernel keeps for a socket (SO_RCVTIMEO) is not seen.
 * @param text what `/proc/PID/task/TID/syscall` says: a number and its arguments, or `running`
 * @param arch as Node names it
 */
export function sleepIn(text: string, arch: string, read: ReadTime): Sleep {
  const [number = '', ...rest] = text.trim().split(' ');
  const waiting = /^\d+$/.test(number) ? tables[arch]?.get(Number(number)) : undefined;
  const args = rest.slice(0, 6).map(BigInt);
  if (waiting === undefined || args.length < 6) return undefined;
  switch (waiting.type) {
    case 'forever':
      return forever;
    case 'ms': {
      const limit = Number(BigInt.asIntN(32, args[waiting.argument]!));
      return limit < 0 ? forever : { forMs: limit };
    }
    case 'nanoseconds':
      return spanAt(args[waiting.argument]!, read, 1e6);
    case 'microseconds':
      return spanAt(args[waiting.argument]!, read, 1e3);
    case 'futex':
      return futexSleep(args, read);
    case 'clock':
      return clockSleep(args, read);
  }
}

function spanAt(address: bigint, read: ReadTime, perMs: number): Sleep {
  if (address === 0n) return forever;
  const span = timeAt(address, read, perMs);
  return span === undefined ? undefined : { forMs: span };
}

/** Two numbers of 8 bytes: seconds, and parts of a second. */
function timeAt(address: bigint, read: ReadTime, perMs: number): number | undefined {
  const seconds = read(address);
  const parts = read(address + 8n);
  if (seconds === undefined || parts === undefined) return undefined;
  return Number(seconds) * 1000 + Number(parts) / perMs;
}

const futexWait = 0n;
const futexWaitBitset = 9n;
const byTimeOfDay = 256n;
const isPrivate = 128n;

function futexSleep([, operation = 0n, , limit = 0n]: readonly bigint[], read: ReadTime): Sleep {
  const command = operation & ~(byTimeOfDay | isPrivate);
  if (command !== futexWait && command !== futexWaitBitset) return undefined;
  if (limit === 0n || command === futexWait) return spanAt(limit, read, 1e6);
  return (operation & byTimeOfDay) === 0n ? momentAt(limit, read) : undefined;
}

const monotonic = 1n;
const timeOfDay = 0n;

function clockSleep([clock, flags = 0n, limit = 0n]: readonly bigint[], read: ReadTime): Sleep {
  const isAbsolute = (flags & 1n) !== 0n;
  if (!isAbsolute)
    return clock === monotonic || clock === timeOfDay ? spanAt(limit, read, 1e6) : undefined;
  return clock === monotonic ? momentAt(limit, read) : undefined;
}

function momentAt(address: bigint, read: ReadTime): Sleep {
  const moment = timeAt(address, read, 1e6);
  return moment === undefined ? undefined : { untilMs: moment };
}
