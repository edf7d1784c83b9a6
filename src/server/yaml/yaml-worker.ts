/** A thread that reads and writes long YAML: see yaml-threads.ts. */
import { parentPort } from 'node:worker_threads';
import { writeYaml, yamlToJson, YamlSyntaxError, YamlTooLargeError } from '../decode/yaml.ts';
import type { YamlAnswer, YamlTask } from './yaml-threads.ts';

parentPort!.on('message', (task: YamlTask) => {
  void answer(task).then((input) => parentPort!.postMessage(input));
});

async function answer({ verb, text }: YamlTask): Promise<YamlAnswer> {
  try {
    if (verb === 'write') {
      return { text: await writeYaml(JSON.parse(text) as unknown), duplicates: [] };
    }
    const { json, duplicates } = await yamlToJson(text);
    return { text: json, duplicates };
  } catch (error) {
    if (error instanceof YamlSyntaxError) return { refusal: error.message };
    if (error instanceof YamlTooLargeError) return { excess: error.message };
    throw error;
  }
}
