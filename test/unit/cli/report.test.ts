import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runPage } from '../../../src/cli/report/page.ts';

const parts = {
  script: 'const html = "<script></script>"; // </SCRIPT> <!--',
  style: 'b { color: red }',
  engine: 'ZW5naW5l',
  editor: 'ZWRpdG9y',
};

it('keeps script, engine and run apart, whatever is in them', () => {
  const record = Buffer.from('anything');
  const { html: page } = runPage(parts, 'a <b> & "c"', { record });
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text]) => text);
  expect(scripts).toEqual(['ZW5naW5l', 'ZWRpdG9y', record.toString('base64'), expect.any(String)]);
  expect(scripts[3]).toBe('const html = "<\\script><\\/script>"; // <\\/SCRIPT> <\\!--');
  expect(page).toContain('<title>a &lt;b> &amp; "c" - Orrery</title>');
  expect(page).toMatch(/default-src 'none'; script-src 'sha256-[^' ]+' blob:; style-src 'sha256-/);
});

it('is read back as it was', async () => {
  const { gzipSync } = await import('node:zlib');
  const { html: page } = runPage(parts, 'x', { record: gzipSync('{"format":"orrery-run/1"}') });
  const [, run] = /id="run">([^<]*)</.exec(page)!;
  expect(gunzipSync(Buffer.from(run!, 'base64')).toString()).toBe('{"format":"orrery-run/1"}');
});
