/** What protobuf answers have that JSON leaves out: Go writes empty fields, too. */
import { defaultProfile } from '#kinds';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { protobufSerializer } from '../../../../src/server/protobuf/serializer.ts';

const registry = new KindRegistry(defaultProfile);
const serializer = protobufSerializer(
  defaultProfile.schemas,
  (version, kind) => registry.byKind(version, kind)?.schema,
);

/** The bytes as text, a character for each. */
async function written(status: object): Promise<string> {
  const type = { kind: 'Status', apiVersion: 'v1' };
  const bytes = await serializer.write({ ...type, metadata: {}, ...status }, false);
  return Buffer.from(bytes).toString('latin1');
}

const metadata = '\n\x06\n\0\x12\0\x1a\0';

it('a success has an empty message, an empty reason and the code 0', async () => {
  const whole = `${metadata}\x12\x07Success\x1a\0"\x000\0`;
  expect(await written({ status: 'Success' })).toContain(whole);
});

it('details and causes have all fields', async () => {
  const details = { name: 'n', causes: [{ message: 'm' }] };
  const cause = '\n\0\x12\x01m\x1a\0';
  const inner = `\n\x01n\x12\0\x1a\0"\x07${cause}(\x002\0`;
  const whole = `${metadata}\x12\x07Failure\x1a\x01m"\0*\x14${inner}0\xf4\x03`;
  expect(await written({ status: 'Failure', message: 'm', code: 500, details })).toContain(whole);
});
