import { stringify } from 'yaml';
import { parseYaml, YamlSyntaxError } from '../decode/yaml.ts';
import { UnreadableBody, type Serializer } from './serializer.ts';

export const yaml: Serializer = {
  mediaType: 'application/yaml',

  async read(bytes) {
    try {
      const { value, duplicates } = await parseYaml(bytes.toString('utf8'));
      return { value, duplicates };
    } catch (error) {
      if (error instanceof YamlSyntaxError) throw new UnreadableBody(error.message);
      throw error;
    }
  },

  write: (value) =>
    Buffer.from(stringify(value, { sortMapEntries: true, aliasDuplicateObjects: false })),
};
