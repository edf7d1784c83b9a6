import { expect, test } from 'vitest';
import { show } from '#values';

test.each([
  ['plain', '"plain"'],
  ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
  ['\n\t\u0000\u0007\u001b\u007f', '"\\n\\t\\x00\\a\\x1b\\x7f"'],
  ['Grüße 日本 🚀', '"Grüße 日本 🚀"'],
  ['\u00a0\u200b\u2028\ufeff', '"\\u00a0\\u200b\\u2028\\ufeff"'],
  ['\u{e0001}', '"\\U000e0001"'],
  ['\ud800', '"\ufffd"'],
])('%j is shown as %s', (text, shown) => {
  expect(show(text)).toBe(shown);
});
