/** Addresses and ranges of Services, as later releases keep them. */
import { describe, expect, it } from 'vitest';
import { ipAddress, serviceCidr } from '#kinds';
import { changeErrorsIn, createdIn, errorsIn } from './release.ts';

const parentRef = { resource: 'services', name: 's', namespace: 'n' };
const addressOf = (name: string, parent: object | null = parentRef) => ({
  metadata: { name },
  spec: { parentRef: parent },
});
const range = (...cidrs: readonly string[]) => ({ spec: { cidrs } });

describe('an IPAddress', () => {
  it.each([
    ['203.0.113.7', []],
    ['2001:db8::1', []],
    ['::0012', ['must be in canonical form ("::12")']],
    ['203.0.113.007', ['must not have leading 0s']],
    ['::ffff:1.2.3.4', ['must not be an IPv4-mapped IPv6 address']],
    ['2001:DB8::1', ['must be in canonical form ("2001:db8::1")']],
    ['x', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
  ])('is named as programs write addresses: %s', (name, faults) => {
    const told = faults.map((fault) => `metadata.name: Invalid value: "${name}": ${fault}`);
    expect(errorsIn(37, ipAddress, addressOf(name))).toEqual(told);
  });

  it('needs a parent with a resource and a name', () => {
    const [a, b] = ['spec.parentRef.resource', 'spec.parentRef.name'];
    const of = (parent: object | null) => errorsIn(33, ipAddress, addressOf('1.2.3.4', parent));
    expect(of(null)).toEqual(['spec.parentRef: Required value']);
    expect(of({})).toEqual([`${a}: Required value`, `${b}: Required value`]);
    const slash = `${b}: Invalid value: "a/b": may not contain '/'`;
    expect(of({ resource: 'services', name: 'a/b' })).toEqual([slash]);
  });

  it('keeps its parent, and shows it with its age', () => {
    const other = addressOf('1.2.3.4', { ...parentRef, name: 'other' });
    const told = ['spec.parentRef: Invalid value: null: field is immutable'];
    expect(changeErrorsIn(37, ipAddress, addressOf('1.2.3.4'), other)).toEqual(told);
    const cells = ipAddress.table.columns.map((column) => {
      return column.cell(createdIn(37, ipAddress, addressOf('1.2.3.4')), 0);
    });
    expect(cells).toEqual(['services/n/s', '<unknown>']);
  });
});

describe('a ServiceCIDR', () => {
  const families =
    'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  it.each([
    [range('198.51.100.0/28', '2001:db8::/112'), []],
    [range(), ['spec.cidrs: Required value: at least one CIDR required']],
    [
      range('10.0.0.1/8'),
      [
        'spec.cidrs[0]: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length',
      ],
    ],
    [
      range('10.0.0.0/08'),
      [
        'spec.cidrs[0]: Invalid value: "10.0.0.0/08": must not have leading 0s in IP or prefix length',
      ],
    ],
    [range('10.0.0.0/8', '11.0.0.0/8'), [expect.stringMatching(families)]],
  ])('has a range, or one of each family: %j', (given, told) => {
    expect(errorsIn(37, serviceCidr, given)).toEqual(told);
  });

  it('can only get a second range', () => {
    const one = range('198.51.100.0/28');
    const two = range('198.51.100.0/28', '2001:db8::/112');
    expect(changeErrorsIn(37, serviceCidr, one, two)).toEqual([]);
    expect(changeErrorsIn(37, serviceCidr, two, one)).toHaveLength(1);
    const moved = 'spec.cidrs[0]: Invalid value: "198.51.100.16/28": field is immutable';
    expect(changeErrorsIn(37, serviceCidr, one, range('198.51.100.16/28'))).toEqual([moved]);
  });
});
