import { rereadingJson } from '#schema';
import { withSortedKeys } from '#values';
import { YamlSyntaxError } from '../decode/yaml.ts';
import { sliceLength, type Listing } from '../encode/slices.ts';
import type { YamlForm } from '../yaml/yaml-thread.ts';
import { yamlErrors } from './yaml-errors.ts';
import { UnreadableBody, type Serializer } from './serializer.ts';

export const yamlSerializer = (form: YamlForm): Serializer => ({
  mediaType: 'application/yaml',

  async read(bytes, expected) {
    try {
      const { value, duplicates: lines } = await form.read(bytes.toString('utf8'));
      const duplicates = lines.length === 0 ? [] : [yamlErrors(lines)];
      if (expected === undefined) return { value };
      return {
        value,
        // Go converts YAML to JSON first, by way of maps.
        *reread() {
          if (expected.kind.custom !== undefined) return { value, complaints: duplicates };
          const text = JSON.stringify(withSortedKeys(value));
          yield;
          const reread = yield* rereadingJson(text, expected.kind.schema);
          return { ...reread, complaints: [...duplicates, ...reread.complaints] };
        },
      };
    } catch (error) {
      if (error instanceof YamlSyntaxError) throw new UnreadableBody(error.message);
      throw error;
    }
  },

  write: async (value) => Buffer.from(await form.write(JSON.stringify(value))),

  listSlices: (listing) => listSlices(form, listing),
});

/** Fields stand in the order of their names. */
async function* listSlices(form: YamlForm, listing: Listing): AsyncGenerator<Buffer> {
  const { head, field } = listing;
  const fields = Object.entries(head);
  const before = fields.filter(([name]) => name < field);
  const after = fields.filter(([name]) => name > field);
  yield Buffer.from(await form.write(JSON.stringify(Object.fromEntries(before))));
  yield Buffer.from(`${field}:\n`);
  for (const json of itemTexts(listing)) {
    // As part of a list because of the indentation, which changes where long texts are folded.
    const text = await form.write(`{"${field}":[${json}]}`);
    yield Buffer.from(text.slice(`${field}:\n`.length));
  }
  if (after.length > 0) {
    yield Buffer.from(await form.write(JSON.stringify(Object.fromEntries(after))));
  }
}

/** Items in JSON; short items share a text. */
function* itemTexts({ items, shape }: Listing): Generator<string> {
  let gathered = '';
  for (const item of items) {
    gathered += `${gathered === '' ? '' : ','}${JSON.stringify(shape(item))}`;
    if (gathered.length < sliceLength) continue;
    yield gathered;
    gathered = '';
  }
  if (gathered !== '') yield gathered;
}
