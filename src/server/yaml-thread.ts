/**
 * Long YAML, read and written by a thread of its own: it takes seconds where JSON takes an instant,
 * and no other request would be answered meanwhile.
 */
import { Worker } from 'node:worker_threads';
import { parseYaml, writeYaml, YamlSyntaxError, type ParsedYaml } from './decode/yaml.ts';

/** Shorter texts take a few milliseconds, less than it takes to start the thread. */
const shortText = 32 * 1024;
/** How much memory of the thread a document may take, in MB. */
const mostMemory = 1024;

/** Reads and writes YAML. */
export interface YamlForm {
  /** @throws {YamlSyntaxError} */
  read(text: string): Promise<ParsedYaml>;
  /** @param json the text of a value */
  write(json: string): Promise<string>;
}

/** A request to the thread. */
export interface YamlTask {
  readonly id: number;
  readonly verb: 'read' | 'write';
  readonly text: string;
}

/** The thread's answer: `text` is JSON for what it read, YAML for what it wrote. */
export type YamlAnswer =
  | { readonly id: number; readonly text: string; readonly duplicates: readonly string[] }
  | { readonly id: number; readonly refusal: string };

type Done = Extract<YamlAnswer, { text: string }>;

/** In this thread, however long it takes. */
export const yamlHere: YamlForm = {
  read: parseYaml,
  write: (json) => writeYaml(JSON.parse(json) as unknown),
};

/** Short texts in this thread, others in one that is created from that file on first use. */
export function yamlInThread(file: URL): YamlForm {
  const thread = new YamlThread(file);
  return {
    async read(text) {
      if (text.length <= shortText) return parseYaml(text);
      const { text: json, duplicates } = await thread.ask('read', text);
      return { value: JSON.parse(json) as unknown, duplicates };
    },

    async write(json) {
      if (json.length <= shortText) return yamlHere.write(json);
      return (await thread.ask('write', json)).text;
    },
  };
}

interface Waiting {
  readonly resolve: (answer: Done) => void;
  readonly reject: (error: Error) => void;
}

class YamlThread {
  readonly #file: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;

  constructor(file: URL) {
    this.#file = file;
  }

  ask(verb: YamlTask['verb'], text: string): Promise<Done> {
    this.#worker ??= this.#start();
    const task: YamlTask = { id: ++this.#asked, verb, text };
    return new Promise((resolve, reject) => {
      this.#waiting.set(task.id, { resolve, reject });
      this.#worker!.postMessage(task);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    });
    worker.on('message', (answer: YamlAnswer) => this.#settle(answer));
    // A document that needs too much memory ends the thread and fails all that wait for it.
    worker.on('error', (error) => this.#end(`yaml: ${error.message}`));
    worker.on('exit', () => this.#end('yaml: reading was broken off'));
    // After the listeners: adding them makes the thread keep the process alive again.
    worker.unref();
    return worker;
  }

  #settle(answer: YamlAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('refusal' in answer) waiting?.reject(new YamlSyntaxError(answer.refusal));
    else waiting?.resolve(answer);
  }

  #end(message: string): void {
    this.#worker = undefined;
    const ended = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of ended) reject(new YamlSyntaxError(message));
  }
}
