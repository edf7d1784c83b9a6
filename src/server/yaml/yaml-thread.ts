/**
 * Long YAML, read and written by threads of their own: it takes seconds where JSON takes an
 * instant, and no other request would be answered meanwhile.
 */
import { internalError, requestEntityTooLarge } from '#values';
import { writeYaml, yamlToJson, YamlSyntaxError, YamlTooLargeError } from '../decode/yaml.ts';
import { YamlThreads, type YamlAnswer, type YamlTask } from './yaml-threads.ts';

/** Shorter texts take a few milliseconds, less than it takes to start a thread. */
const shortText = 32 * 1024;
/** Longer texts have threads of their own, which may be busy for seconds. */
const ordinaryText = 128 * 1024;
/** How many threads read and write texts of ordinary length, and how many longer ones. */
const threadsForEach = 2;

export interface ParsedYaml {
  /** Plain JSON. */
  readonly value: unknown;
  /** Duplicate keys: `line 6: key "a" already set in map`. */
  readonly duplicates: readonly string[];
}

/** Reads and writes YAML. */
export interface YamlForm {
  /**
   * @throws {YamlSyntaxError}
   * @throws {ApiError} 413 for a text that takes too much work or memory
   */
  read(text: string): Promise<ParsedYaml>;
  /** @param json the text of a value */
  write(json: string): Promise<string>;
}

type Done = Extract<YamlAnswer, { text: string }>;

/** In this thread, however long it takes. */
export const yamlHere: YamlForm = {
  async read(text) {
    try {
      const { json, duplicates } = await yamlToJson(text);
      return { value: JSON.parse(json) as unknown, duplicates };
    } catch (error) {
      throw error instanceof YamlTooLargeError ? requestEntityTooLarge(error.message) : error;
    }
  },

  write: (json) => writeYaml(JSON.parse(json) as unknown),
};

/** Short texts in this thread, others in threads that are created from that file when needed. */
export function yamlInThread(file: URL): YamlForm {
  const ordinary = new YamlThreads(file, threadsForEach);
  const long = new YamlThreads(file, threadsForEach);
  const ask = async (verb: YamlTask['verb'], text: string): Promise<Done> => {
    const threads = text.length <= ordinaryText ? ordinary : long;
    const answer = await threads.ask({ verb, text });
    if ('refusal' in answer) throw new YamlSyntaxError(answer.refusal);
    if (!('excess' in answer)) return answer;
    throw verb === 'read' ? requestEntityTooLarge(answer.excess) : internalError(answer.excess);
  };
  return {
    async read(text) {
      if (text.length <= shortText) return yamlHere.read(text);
      const { text: json, duplicates } = await ask('read', text);
      return { value: JSON.parse(json) as unknown, duplicates };
    },

    async write(json) {
      if (json.length <= shortText) return yamlHere.write(json);
      return (await ask('write', json)).text;
    },
  };
}
