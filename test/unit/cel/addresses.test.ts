/** Addresses, ranges of them, and formats, as the pages of Kubernetes and of CEL's libraries describe them. */
import { describe, expect, it } from 'vitest';
import { valueOf } from './run-expression.ts';

describe('an address', () => {
  const tests = [
    'isUnspecified',
    'isLoopback',
    'isLinkLocalMulticast',
    'isLinkLocalUnicast',
    'isGlobalUnicast',
  ];

  it.each<[address: string, family: bigint, ...are: string[]]>([
    ['0.0.0.0', 4n, 'isUnspecified'],
    ['0.0.0.1', 4n, 'isGlobalUnicast'],
    ['127.0.0.1', 4n, 'isLoopback'],
    ['127.255.255.254', 4n, 'isLoopback'],
    ['126.0.0.1', 4n, 'isGlobalUnicast'],
    ['128.0.0.1', 4n, 'isGlobalUnicast'],
    ['192.168.0.1', 4n, 'isGlobalUnicast'],
    ['224.0.0.1', 4n, 'isLinkLocalMulticast'],
    ['224.0.0.255', 4n, 'isLinkLocalMulticast'],
    ['224.0.1.1', 4n],
    ['224.1.0.1', 4n],
    ['239.255.255.255', 4n],
    ['223.0.0.1', 4n, 'isGlobalUnicast'],
    ['240.0.0.1', 4n, 'isGlobalUnicast'],
    ['169.254.169.254', 4n, 'isLinkLocalUnicast'],
    ['169.253.0.1', 4n, 'isGlobalUnicast'],
    ['168.254.0.1', 4n, 'isGlobalUnicast'],
    ['255.255.255.255', 4n],
    ['255.255.255.254', 4n, 'isGlobalUnicast'],
    ['::', 6n, 'isUnspecified'],
    ['::1', 6n, 'isLoopback'],
    ['::2', 6n, 'isGlobalUnicast'],
    ['1::1', 6n, 'isGlobalUnicast'],
    ['::1:0', 6n, 'isGlobalUnicast'],
    ['2001:db8::abcd', 6n, 'isGlobalUnicast'],
    ['ff02::1', 6n, 'isLinkLocalMulticast'],
    ['ff12::1', 6n, 'isLinkLocalMulticast'],
    ['ff05::1', 6n],
    ['ff00::1', 6n],
    ['fe02::1', 6n, 'isGlobalUnicast'],
    ['fe80::1', 6n, 'isLinkLocalUnicast'],
    ['febf::1', 6n, 'isLinkLocalUnicast'],
    ['fec0::1', 6n, 'isGlobalUnicast'],
    ['fd80::1', 6n, 'isGlobalUnicast'],
  ])('%s is of family %d and of its sorts', (address, family, ...are) => {
    expect(valueOf(`ip('${address}').family()`)).toBe(family);
    expect(tests.filter((test) => valueOf(`ip('${address}').${test}()`) === true)).toEqual(are);
    expect(valueOf(`string(ip('${address}'))`)).toBe(address);
  });

  it.each<[text: string, isOne: boolean, isCanonical?: boolean]>([
    ['127.0.0.1', true, true],
    ['2001:db8::68', true, true],
    ['2001:DB8::68', true, false],
    ['2001:0db8::68', true, false],
    ['::ffff:1.2.3.4', false],
    ['fe80::1%eth0', false],
    ['01.2.3.4', false],
    ['1.2.03.4', false],
    ['10.0.0.0', true, true],
    ['1.2.3', false],
    ['1.2.3.256', false],
    ['::1/128', false],
    ['', false],
    ['host', false],
  ])('is %s or not, and may be written in its usual form', (text, isOne, isCanonical) => {
    expect(valueOf(`isIP('${text}')`)).toBe(isOne);
    if (isOne) expect(valueOf(`ip.isCanonical('${text}')`)).toBe(isCanonical);
    else expect(String(valueOf(`ip('${text}')`))).toContain(`error: `);
  });
});

describe('a range of addresses', () => {
  it.each([
    `cidr('192.168.0.0/24').containsIP(ip('192.168.0.255'))`,
    `cidr('192.168.0.0/24').containsIP('192.168.0.0')`,
    `!cidr('192.168.0.0/24').containsIP('192.168.1.0')`,
    `!cidr('192.168.0.0/24').containsIP('::1')`,
    `cidr('0.0.0.0/0').containsIP('255.1.2.3')`,
    `cidr('1.2.3.4/32').containsIP('1.2.3.4') && !cidr('1.2.3.4/32').containsIP('1.2.3.5')`,
    `cidr('2001:db8::/33').containsIP('2001:db8:7fff::1')`,
    `!cidr('2001:db8::/33').containsIP('2001:db8:8000::1')`,
    `cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/25'))`,
    `cidr('192.168.0.0/24').containsCIDR('192.168.0.128/25')`,
    `cidr('192.168.0.0/24').containsCIDR('192.168.0.0/24')`,
    `!cidr('192.168.0.0/24').containsCIDR('192.168.0.0/23')`,
    `!cidr('192.168.0.0/24').containsCIDR('192.168.1.0/25')`,
    `cidr('192.168.0.1/24').ip() == ip('192.168.0.1')`,
    `cidr('192.168.0.1/24').ip().family() == 4 && cidr('::1/64').ip().family() == 6`,
    `cidr('192.168.0.1/24').masked() == cidr('192.168.0.0/24')`,
    `string(cidr('255.255.255.255/19').masked()) == '255.255.224.0/19'`,
    `string(cidr('1.2.3.4/0').masked()) == '0.0.0.0/0'`,
    `string(cidr('1.2.3.4/32').masked()) == '1.2.3.4/32'`,
    `string(cidr('2001:db8:ffff::1/41').masked()) == '2001:db8:ff80::/41'`,
    `cidr('192.168.0.0/24').prefixLength() == 24 && cidr('::1/128').prefixLength() == 128`,
    `isCIDR('192.168.0.0/16') && isCIDR('::1/128') && isCIDR('1.2.3.4/0')`,
    `!isCIDR('192.168.0.0') && !isCIDR('192.168.0.0/33') && !isCIDR('::1/129')`,
    `!isCIDR('1.2.3.4/08') && !isCIDR('01.2.3.4/8') && !isCIDR('1.2.03.4/8')`,
    `!isCIDR('::ffff:1.2.3.4/96') && !isCIDR('') && !isCIDR('1.2.3/8')`,
  ])('makes this true: %s', (text) => {
    expect(valueOf(text)).toBe(true);
  });
});

describe('a format', () => {
  it.each<[text: string, result: string]>([
    [`'%d'.format([-7])`, '-7'],
    [`'%d'.format([7u])`, '7'],
    [`'%d is %d'.format([1, 2])`, '1 is 2'],
    [`'%f'.format([1.5])`, '1.500000'],
    [`'%.2f'.format([1.5])`, '1.50'],
    [`'%.0f'.format([2.4])`, '2'],
    [`'%e'.format([1052.032911275])`, '1.052033e+03'],
    [`'%.1e'.format([0.00125])`, '1.3e-03'],
    [`'%.1e'.format([1e100])`, '1.0e+100'],
    [`'%b'.format([5])`, '101'],
    [`'%b'.format([5u])`, '101'],
    [`'%b %b'.format([true, false])`, '1 0'],
    [`'%o'.format([11])`, '13'],
    [`'%x'.format([30])`, '1e'],
    [`'%X'.format([30])`, '1E'],
    [`'%x'.format(['Hello'])`, '48656c6c6f'],
    [`'%X'.format(['lo\\n'])`, '6C6F0A'],
    [`'%x'.format([b'\\x00\\xff'])`, '00ff'],
    [`'100%%'.format([])`, '100%'],
    [`'%s'.format(['text'])`, 'text'],
    [`'%s %s'.format([1, 2.5])`, '1 2.5'],
    [`'%s'.format([null])`, 'null'],
    [`'%s'.format([true])`, 'true'],
    [`'%s'.format([['abc', 'd'] + ['e']])`, '[abc, d, e]'],
    [`'%s'.format([[[9, 8], []]])`, '[[9, 8], []]'],
    [`'%s'.format([{'b': 2, 'a': 1}])`, '{a: 1, b: 2}'],
    [`'%s'.format([timestamp('2023-02-03T23:31:20+00:00')])`, '2023-02-03T23:31:20Z'],
    [`'%s'.format([duration('1h45m47s')])`, '6347s'],
  ])('writes %s as %s', (text, result) => {
    expect(valueOf(text)).toBe(result);
  });

  it.each([
    [`'%d %d'.format(self.list.slice(0, 1))`, 'error: index 1 out of range'],
    [`'%s%s'.format(self.list.slice(0, 0))`, 'error: index 0 out of range'],
  ])('asks for a value that is there: %s', (text, problem) => {
    expect(valueOf(text)).toBe(problem);
  });
});
