import { YamlSyntaxError } from '../decode/yaml.ts';
import type { YamlForm } from '../yaml-aside.ts';
import { UnreadableBody, type Serializer } from './serializer.ts';

export const yamlSerializer = (form: YamlForm): Serializer => ({
  mediaType: 'application/yaml',

  async read(bytes) {
    try {
      return await form.read(bytes.toString('utf8'));
    } catch (error) {
      if (error instanceof YamlSyntaxError) throw new UnreadableBody(error.message);
      throw error;
    }
  },

  write: async (value) => Buffer.from(await form.write(JSON.stringify(value))),
});
