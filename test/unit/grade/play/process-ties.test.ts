import { describe, expect, it } from 'vitest';
import { areToOthers, socketsIn } from '../../../../src/grade/play/process-ties.ts';

const titles =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';

function table(...sockets: readonly string[]): string {
  const lines = sockets.map(
    (each, i) =>
      `   ${i}: ${each} 00000000:00000000 00:00000000 00000000     0        0 4${i} 1 ff`,
  );
  return [titles, ...lines, ''].join('\n');
}

describe('sockets of a process', () => {
  it('are read from a table of Linux', () => {
    expect(socketsIn(table('0100007F:1F90 0100007F:C350 01'))).toEqual([
      { local: 8080, remote: 50_000, state: '01', inode: '40' },
    ]);
  });

  it.each([
    ['a connection to the cluster', ['0100007F:9C40 0100007F:1F90 01'], false],
    ['a connection to another server', ['0100007F:9C40 0100007F:1F91 01'], true],
    ['one that is being made', ['0100007F:9C40 0100007F:1F91 02'], true],
    ['one that is over', ['0100007F:9C40 0100007F:1F91 08'], false],
    [
      'a caller of what it serves itself',
      ['00000000:2382 00000000:0000 0A', '0100007F:2382 0100007F:1F92 01'],
      false,
    ],
  ])('%s', (_, sockets, expected) => {
    expect(areToOthers(socketsIn(table(...sockets)), 8080)).toBe(expected);
  });
});
