/** The thread that reads and writes long YAML: see yaml-thread.ts. */
import { parentPort } from 'node:worker_threads';
import { parseYaml, writeYaml, YamlSyntaxError } from './decode/yaml.ts';
import type { YamlAnswer, YamlTask } from './yaml-thread.ts';

parentPort!.on('message', (task: YamlTask) => {
  void answer(task).then((given) => parentPort!.postMessage(given));
});

async function answer({ id, verb, text }: YamlTask): Promise<YamlAnswer> {
  try {
    if (verb === 'write') {
      return { id, text: await writeYaml(JSON.parse(text) as unknown), duplicates: [] };
    }
    const { value, duplicates } = await parseYaml(text);
    return { id, text: JSON.stringify(value), duplicates };
  } catch (error) {
    if (error instanceof YamlSyntaxError) return { id, refusal: error.message };
    throw error;
  }
}
