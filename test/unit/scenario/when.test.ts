import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { parseScenario } from '#scenario';

const kinds = new KindRegistry(defaultProfile);

/** When the steps of a scenario happen, in seconds from the start, and their notes. */
const play = (steps: string, head = ''): string[] =>
  parseScenario(`${head}\nsteps:\n${steps}`, 'x.yaml', kinds).steps.map(
    ({ atMs, note }) => `${atMs / 1000} ${note!}`,
  );

describe('a step', () => {
  it.each([
    ['at a time from the start', '  - { at: 90s, note: a }', '', ['90 a']],
    [
      'at a time of the calendar',
      '  - { at: 2026-03-01T06:00:00+01:00, note: a }',
      'start: 2026-03-01T04:00:00Z',
      ['3600 a'],
    ],
    ['after another', '  - { at: 2s, note: a }\n  - { after: 3s, note: b }', '', ['2 a', '5 b']],
    [
      'again and again',
      "  - { at: 5s, every: 10s, times: 3, note: '${i}' }\n  - { after: 1s, note: b }",
      '',
      ['5 1', '15 2', '25 3', '26 b'],
    ],
    [
      'again and again for a time',
      "  - { every: 20s, for: 1m, note: '${i}' }",
      '',
      ['0 1', '20 2', '40 3'],
    ],
    [
      'again and again to the end',
      '  - { at: 1s, every: 2s, note: a }',
      'until: 5s',
      ['1 a', '3 a', '5 a'],
    ],
    [
      'again and again to an end on the calendar',
      '  - { at: 1s, every: 2s, note: a }',
      'start: 2026-03-01T04:00:00Z\nuntil: 2026-03-01T05:00:04+01:00',
      ['1 a', '3 a'],
    ],
    [
      'by a schedule in its time zone',
      "  - { cron: '30 6 * * *', timeZone: Europe/Zurich, for: 2d, note: '${i}' }",
      'start: 2026-03-28T00:00:00Z',
      // The clocks are put forward in the second night.
      [`${5.5 * 3600} 1`, `${(24 + 4.5) * 3600} 2`],
    ],
    [
      'by a schedule that includes its beginning',
      "  - { at: 1h, cron: '@hourly', times: 2, note: '${i}' }",
      '',
      ['3600 1', '7200 2'],
    ],
  ])('happens %s', (_, steps, head, expected) => {
    expect(play(steps, head)).toEqual(expected);
  });
});
