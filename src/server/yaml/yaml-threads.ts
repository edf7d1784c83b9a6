/** Threads that each do one task at a time: one that fails takes no other task with it. */
import { Worker } from 'node:worker_threads';

/** How much memory of its thread a task may take, in MB. */
const mostMemory = 512;

/** What a thread is asked. */
export interface YamlTask {
  readonly verb: 'read' | 'write';
  readonly text: string;
}

/** Its answer: `text` is JSON for what it read, YAML for what it wrote. */
export type YamlAnswer =
  | { readonly text: string; readonly duplicates: readonly string[] }
  /** The text is not YAML. */
  | { readonly refusal: string }
  /** It is too much of it. */
  | { readonly excess: string };

interface Job {
  readonly task: YamlTask;
  readonly resolve: (answer: YamlAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Undefined while it has nothing to do. */
  job: Job | undefined;
}

export class YamlThreads {
  readonly #file: URL;
  readonly #most: number;
  readonly #waiting: Job[] = [];
  readonly #threads = new Set<Thread>();

  /**
   * @param file what a thread runs
   * @param most how many there are; each is started when a task would wait otherwise
   */
  constructor(file: URL, most: number) {
    this.#file = file;
    this.#most = most;
  }

  /** Rejects for a defect. */
  ask(task: YamlTask): Promise<YamlAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#begin();
    });
  }

  #begin(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#free();
      if (thread === undefined) return;
      const job = this.#waiting.shift()!;
      thread.job = job;
      thread.worker.postMessage(job.task);
    }
  }

  #free(): Thread | undefined {
    for (const thread of this.#threads) if (thread.job === undefined) return thread;
    return this.#threads.size < this.#most ? this.#start() : undefined;
  }

  #start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: mostMemory };
    const worker = new Worker(this.#file, { resourceLimits });
    const thread: Thread = { worker, job: undefined };
    this.#threads.add(thread);
    worker.on('message', (answer: YamlAnswer) => this.#settle(thread, answer));
    worker.on('error', (error) => this.#end(thread, error));
    worker.on('exit', () => this.#end(thread, new Error('a thread for YAML has ended')));
    // After the listeners: adding them makes the thread keep the process alive again.
    worker.unref();
    return thread;
  }

  #settle(thread: Thread, answer: YamlAnswer): void {
    const { job } = thread;
    thread.job = undefined;
    job?.resolve(answer);
    this.#begin();
    // One stays for the next text.
    if (thread.job === undefined && this.#threads.size > 1) this.#dismiss(thread);
  }

  #dismiss(thread: Thread): void {
    this.#threads.delete(thread);
    void thread.worker.terminate();
  }

  #end(thread: Thread, error: Error & { readonly code?: string }): void {
    const { job } = thread;
    thread.job = undefined;
    this.#threads.delete(thread);
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      job?.resolve({ excess: `limit is ${mostMemory} MB of memory for YAML` });
    } else job?.reject(error);
    this.#begin();
  }
}
