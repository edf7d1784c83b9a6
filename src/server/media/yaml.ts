import { rereadJson, withSortedKeys } from '#kinds';
import { YamlSyntaxError } from '../decode/yaml.ts';
import type { YamlForm } from '../yaml-aside.ts';
import { UnreadableBody, type Serializer } from './serializer.ts';

export const yamlSerializer = (form: YamlForm): Serializer => ({
  mediaType: 'application/yaml',

  async read(bytes, expected) {
    try {
      const { value, duplicates } = await form.read(bytes.toString('utf8'));
      if (expected === undefined) return { value };
      return {
        value,
        // Go makes JSON of YAML first, by way of maps.
        reread() {
          const text = JSON.stringify(withSortedKeys(value));
          const reread = rereadJson(text, expected.kind.schema);
          return { ...reread, complaints: [...duplicates, ...reread.complaints] };
        },
      };
    } catch (error) {
      if (error instanceof YamlSyntaxError) throw new UnreadableBody(error.message);
      throw error;
    }
  },

  write: async (value) => Buffer.from(await form.write(JSON.stringify(value))),
});
