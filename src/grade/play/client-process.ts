/** The client that is graded: a process of its own for each case. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Wall, WallTimers } from '#clock';
import { ProcessWatch, unseen, type ProcessLook } from './process-look.ts';
import { ProcessTies } from './process-ties.ts';

/** How a process has ended by itself. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  /** It could not be started. */
  readonly error?: string;
  /** Wall ms. */
  readonly atMs: number;
}

export interface ClientOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly wall: Wall;
  readonly timers: WallTimers;
}

/** How long a client may take to stop when it is asked to, ms. */
const graceMs = 2_000;
/** What is kept of its output, in characters: the end. */
const longestOutput = 4_000;

/** A program that ends early takes its clients along. */
const running = new Set<ClientProcess>();
process.on('exit', () => {
  for (const client of running) client.kill();
});

export class ClientProcess {
  readonly #options: ClientOptions;
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  readonly #watch: ProcessWatch | undefined;
  readonly #ties: ProcessTies | undefined;
  #output = '';
  #ending: Ending | undefined;
  #isStopped = false;

  constructor(options: ClientOptions) {
    this.#options = options;
    const { command, env, wall } = options;
    const [program = '', ...args] = command;
    // A group of its own, so that what the command has started ends with it.
    this.#child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const take = (text: Buffer): void => {
      this.#output = (this.#output + text.toString()).slice(-longestOutput);
    };
    this.#child.stdout!.on('data', take);
    this.#child.stderr!.on('data', take);
    running.add(this);
    const { pid } = this.#child;
    this.#watch = pid === undefined ? undefined : new ProcessWatch(pid, wall);
    this.#ties = pid === undefined ? undefined : new ProcessTies(pid);
    this.#closed = new Promise((resolve) => {
      const end = (ending: Omit<Ending, 'atMs'>): void => {
        if (!this.#isStopped) this.#ending ??= { ...ending, atMs: wall.now() };
        resolve();
      };
      this.#child.on('error', ({ message }) => end({ code: null, signal: null, error: message }));
      this.#child.on('exit', (code, signal) => end({ code, signal }));
    });
  }

  /** How it ended by itself; undefined: it runs, or was stopped. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** The end of what it has printed. */
  get output(): string {
    return this.#output;
  }

  /** What it does, as far as that can be seen. */
  look(): ProcessLook {
    return this.#watch?.look() ?? unseen;
  }

  /** Whether something else can wake it than a server at that port of this machine, as far as that can be seen. */
  isTiedToOthers(port: number): boolean {
    return this.#ties?.isToOthers(port) === true;
  }

  /** Ends it at once, without waiting for that. */
  kill(): void {
    this.#signal('SIGKILL');
  }

  /** Ends it: as if its machine had failed, or in good order. */
  async stop(how: 'kill' | 'ask'): Promise<void> {
    this.#isStopped = true;
    this.#signal(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
    const cancel = this.#options.timers.after(graceMs, () => this.#signal('SIGKILL'));
    await this.#closed;
    cancel();
    running.delete(this);
    // What the command has started, and that outlived it.
    this.kill();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended.
    }
  }
}
