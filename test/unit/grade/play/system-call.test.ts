import { describe, expect, it } from 'vitest';
import { sleepIn, type ReadTime } from '../../../../src/grade/play/system-call.ts';

/** At 0x10: 2 seconds and 500 ms as nanoseconds; at 0x30: as microseconds. */
const memory = new Map([
  [0x10n, 2n],
  [0x18n, 500_000_000n],
  [0x30n, 2n],
  [0x38n, 500_000n],
]);
const read: ReadTime = (address) => memory.get(address);
const forever = { forMs: Infinity };
const isMissing = undefined;

describe('how long a thread sleeps in a call', () => {
  it.each([
    ['epoll_wait without a limit', 'x64', '232 0xd 0x7f 0x400 0xffffffff 0x0 0x8', forever],
    ['epoll_pwait for a minute', 'x64', '281 0xd 0x7f 0x400 0xea60 0x0 0x8', { forMs: 60_000 }],
    ['poll', 'x64', '7 0x7f 0x1 0x64 0x0 0x0 0x0', { forMs: 100 }],
    ['ppoll', 'x64', '271 0x7f 0x1 0x10 0x0 0x0 0x0', { forMs: 2_500 }],
    ['select, in microseconds', 'x64', '23 0x1 0x7f 0x0 0x0 0x30 0x0', { forMs: 2_500 }],
    ['select without a limit', 'x64', '23 0x1 0x7f 0x0 0x0 0x0 0x0', forever],
    ['a blocking read', 'x64', '0 0x3 0x7f 0x1000 0x0 0x0 0x0', forever],
    ['a futex without a limit', 'x64', '202 0x1 0x189 0x0 0x0 0x0 0xffffffff', forever],
    ['a futex for a time', 'x64', '202 0x1 0x80 0x0 0x10 0x0 0x0', { forMs: 2_500 }],
    ['a futex until a moment', 'x64', '202 0x1 0x89 0x0 0x10 0x0 0xffffffff', { untilMs: 2_500 }],
    ['a futex by the time of day', 'x64', '202 0x1 0x189 0x0 0x10 0x0 0x0', isMissing],
    ['another command of a futex', 'x64', '202 0x1 0x86 0x0 0x0 0x0 0x0', isMissing],
    ['a sleep', 'x64', '230 0x1 0x0 0x10 0x0 0x0 0x0', { forMs: 2_500 }],
    ['a sleep until a moment', 'x64', '230 0x1 0x1 0x10 0x0 0x0 0x0', { untilMs: 2_500 }],
    ['a sleep until a time of day', 'x64', '230 0x0 0x1 0x10 0x0 0x0 0x0', isMissing],
    ['memory that cannot be read', 'x64', '230 0x1 0x0 0x99 0x0 0x0 0x0', isMissing],
    ['arm64: epoll_pwait', 'arm64', '22 0xd 0x7f 0x400 0x64 0x0 0x8', { forMs: 100 }],
    ['arm64: what x64 calls epoll_pwait', 'arm64', '281 0x0 0x0 0x0 0x0 0x0 0x0', isMissing],
    ['a call that does not wait', 'x64', '1 0x3 0x7f 0x10 0x0 0x0 0x0', isMissing],
    ['one that runs', 'x64', 'running', isMissing],
    ['one that was interrupted', 'x64', '-1 0x7ffd 0x7f82', isMissing],
    ['what must not be read', 'x64', '', isMissing],
    ['another machine', 's390x', '232 0xd 0x7f 0x400 0xffffffff 0x0 0x8', isMissing],
  ])('%s', (_, arch, text, expected) => {
    expect(sleepIn(text, arch, read)).toEqual(expected);
  });
});

/** Of all calls: those that wait, and for how long, where the arguments are addresses of 1 s, 2 s, ... and 3 ms or 3 s. */
describe('the calls that wait', () => {
  const addresses = [1n, 2n, 3n, 4n, 5n, 6n].map((n) => n * 0x1000n);
  const args = addresses.map((address) => `0x${address.toString(16)}`).join(' ');
  const readAt: ReadTime = (address) =>
    address % 0x1000n === 0n
      ? address / 0x1000n
      : address % 0x1000n === 8n
        ? 3_000_000n
        : undefined;

  const ms = (argument: number): number => argument * 0x1000;
  const span = (seconds: number, parts = 3): number => seconds * 1000 + parts;
  const untimed = (...calls: readonly number[]) => calls.map((call) => [call, Infinity] as const);

  it.each([
    [
      'x64',
      [
        ...untimed(0, 34, 43, 45, 47, 61, 130, 247, 288),
        ...([
          [7, ms(3)],
          [23, span(5, 3000)],
          [35, span(1)],
          [128, span(3)],
        ] as const),
        ...([
          [232, ms(4)],
          [270, span(5)],
          [271, span(3)],
          [281, ms(4)],
          [441, span(4)],
        ] as const),
      ],
    ],
    [
      'arm64',
      [
        ...untimed(63, 95, 133, 202, 207, 212, 242, 260),
        ...([
          [22, ms(4)],
          [72, span(5)],
          [73, span(3)],
          [101, span(1)],
        ] as const),
        ...([
          [137, span(3)],
          [441, span(4)],
        ] as const),
      ],
    ],
  ])('of %s', (arch, waiting) => {
    const found = Array.from({ length: 600 }, (_, call) => call).flatMap((call) => {
      const sleep = sleepIn(`${call} ${args} 0x7f 0x7f\n`, arch, readAt);
      return sleep === undefined ? [] : [[call, sleep]];
    });
    const expected = waiting.toSorted(([a], [b]) => a - b);
    expect(found).toEqual(expected.map(([call, forMs]) => [call, { forMs }]));
  });

  it.each([
    ['232 0x1 0x2 0x3 0x64 0x0', isMissing],
    [' 232 0x1 0x2 0x3 0x64 0x0 0x0\n', { forMs: 100 }],
    ['232 0x1 0x2 0x3 0x0 0x0 0x0', { forMs: 0 }],
    ['x232 0x1 0x2 0x3 0x64 0x0 0x0', isMissing],
    ['202 0x1 0x89 0x0 0x0 0x0 0x0', forever],
    ['202 0x1 0x0 0x0 0x10 0x0 0x0', { forMs: 2_500 }],
    ['202 0x1 0x9 0x0 0x10 0x0 0x0', { untilMs: 2_500 }],
    ['230 0x0 0x0 0x10 0x0 0x0 0x0', { forMs: 2_500 }],
    ['230 0x2 0x0 0x10 0x0 0x0 0x0', isMissing],
    ['230 0x1 0x2 0x10 0x0 0x0 0x0', { forMs: 2_500 }],
    ['230 0x1 0x1 0x40 0x0 0x0 0x0', isMissing],
    ['230 0x1 0x0 0x18 0x0 0x0 0x0', isMissing],
  ])('%j', (text, expected) => {
    expect(sleepIn(text, 'x64', read)).toEqual(expected);
  });
});
