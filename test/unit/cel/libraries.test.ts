/** Libraries of later releases: what they compute, and since when expressions may use them. */
import { describe, expect, it } from 'vitest';
import { valueOf } from './run-expression.ts';

describe('libraries', () => {
  it.each([
    'self.?a.orValue(2) == 1',
    'self.?none.orValue(2) == 2',
    'self.?none.?deeper.hasValue() == false',
    'self.list[?9].orValue(7) == 7',
    'self.?a.optMap(x, x + 1).value() == 2',
    'self.?none.optMap(x, x + 1).orValue(0) == 0',
    'optional.of(1) == optional.of(1) && optional.none() != optional.of(1)',
    'optional.ofNonZeroValue("").hasValue() == false',
    '[?self.?a, ?self.?none, 3] == [1, 3] && [?optional.none()] == []',
    '{"x": 1, ?"y": self.?a, ?"z": self.?none} == {"x": 1, "y": 1}',
    'size([?self.?none, optional.none()]) == 1',
    '1 < 1.5 && 2u > 1',
    'quantity("1.5Gi").isGreaterThan(quantity("1536Mi")) == false',
    'quantity("1k").compareTo(quantity("1000")) == 0 && quantity("1k") == quantity("1000")',
    'quantity("50M").asInteger() == 50000000 && quantity("50m").isInteger() == false',
    'quantity("50k").add(20).sub(quantity("20")).isLessThan(quantity("51k"))',
    'sign(quantity("-1")) == -1 && isQuantity("1x") == false',
    '"%s has %d, %x".format([dyn("a"), dyn(2), dyn(255)]) == "a has 2, ff"',
    '"%.1f%%".format([1.75]) == "1.8%"',
    'strings.quote("a\\nb") == "\\"a\\\\nb\\""',
    'sets.contains([1, 2, 3], [2]) && !sets.intersects([1], [2]) && sets.equivalent([1, 1], [1])',
    'ip("127.0.0.1").isLoopback() && ip("fe80::1").family() == 6 && !isIP("01.2.3.4")',
    'cidr("10.0.0.0/8").containsIP("10.1.2.3") && !cidr("10.0.0.0/8").containsCIDR("0.0.0.0/0")',
    'string(cidr("10.1.2.3/8").masked()) == "10.0.0.0/8" && cidr("10.0.0.0/8").prefixLength() == 8',
    'ip.isCanonical("::ffff") && !ip.isCanonical("0:0::ffff")',
    'format.dns1123Label().validate("a_b").hasValue() && !format.named("none").hasValue()',
    'semver("1.2.3").isLessThan(semver("1.10.0")) && semver("1.0.0-a").compareTo(semver("1.0.0")) < 0',
    'isSemver("v1.02", true) && !isSemver("v1.02") && semver("1.2.3").minor() == 2',
    '{"a": 1}.all(k, v, k == "a" && v == 1) && [5, 6].exists(i, v, i == 1 && v == 6)',
    '[1, 2].transformList(i, v, i + v) == [1, 3] && {"a": 1}.transformMap(k, v, v + 1)["a"] == 2',
    '{"a": "x"}.transformMapEntry(k, v, {v: k}) == {"x": "a"}',
    '[3, 1, 2].sort() == [1, 2, 3] && ["bb", "a"].sortBy(s, size(s)) == ["a", "bb"]',
    '[1, 1, 2].distinct() == [1, 2] && [1, 2].reverse() == [2, 1] && lists.range(2) == [0, 1]',
    '[[1], [2, 3]].flatten() == [1, 2, 3] && [1, 2, 3].slice(1, 2) == [2]',
    '[1, 2].first().value() == 1 && [1, 2].last().value() == 2',
    // Recorded from v1.37: what libraries have may be compared with null, and never is it.
    'format.dns1123Label().validate("a_b") != null && !(self.?none == null)',
    'null != optional.none() && ip("::1") != null && null != cidr("::1/128")',
    '!(self.?a in [null]) && [optional.of(1)] != [null]',
    'type(true ? null : self.?a) == null_type',
  ])('hold %s', (text) => {
    expect(valueOf(text)).toBe(true);
  });

  it.each([
    ['quantity("1") == quantity("1")', 28, 29],
    ['self.?a.hasValue()', 28, 29],
    ['[?self.?a] == [1] && {?"y": self.?a} == {"y": 1}', 28, 29],
    ['sets.contains([1], [1])', 29, 30],
    ['isIP("1.2.3.4")', 30, 31],
    ['!format.dns1123Label().validate("a").hasValue()', 31, 32],
    ['[1].all(i, v, v == 1)', 32, 33],
    ['isSemver("1.2.3")', 33, 34],
    ['[1].distinct() == [1]', 34, 35],
  ])('know %s not at 1.%i but at 1.%i', (text, before, since) => {
    expect(valueOf(text, before)).not.toBe(true);
    expect(valueOf(text, since)).toBe(true);
  });

  it('reports what is wrong with values', () => {
    expect(valueOf('optional.none().value()')).toBe('error: optional.none() dereference');
    expect(valueOf('[1].slice(1, 3)')).toBe('error: cannot slice(1, 3), list is length 1');
    expect(valueOf('quantity("x")')).toMatch(/^error: quantities must match/);
  });

  it('refuses items and entries after a mark that are not optional', () => {
    const why = "expected type 'optional_type(int)' but found 'int'";
    expect([valueOf('[?1]'), valueOf('{?"a": 1}')]).toEqual([why, why]);
    const nonOptional = 'from non-optional value 1';
    expect(valueOf('[?self.a]')).toBe(
      `error: cannot initialize optional list element ${nonOptional}`,
    );
    expect(valueOf('{?"a": self.a}')).toBe(
      `error: cannot initialize optional entry 'a' ${nonOptional}`,
    );
    expect(valueOf('[?self]', 28)).toBe("unsupported syntax '?'");
    expect(valueOf('{?"a": self}', 27)).toMatch(/^Syntax error: /);
  });
});
