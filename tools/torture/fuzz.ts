/** Requests at random, sent well and badly, to a server with all that it has. */
import * as fc from 'fast-check';
import { machineWall } from '#clock';
import { anyScene, type Scene } from '../../test/support/fuzz/scenes.ts';
import { finish, type Part, type Log, type TortureOptions } from './part.ts';
import { Problems } from './problems.ts';
import { longestMs, Readiness } from './readiness.ts';
import { ScenePlayer } from './scene-player.ts';
import { startServe, type Served } from './serve.ts';

/** Scenes that are made up at a time. */
const batch = 500;
const progressMs = 5000;

export const fuzz: Part = {
  name: 'fuzz',
  about: `random requests of all sorts; nothing fails, /readyz answers within ${longestMs} ms`,
  async run(options, log) {
    const served = await startServe({ options: ['--nodes', '3'] });
    const fuzzing = new Fuzzing(served, options, log);
    await fuzzing.run();
    return [...fuzzing.problems.lines, ...(await finish(served))];
  },
};

/** A scene with what it takes to make it again. */
interface Numbered {
  readonly number: number;
  readonly scene: Scene;
}

/** The same number of the same seed is the same scene, whichever was asked for first. */
export function* scenes({ seed, first, count }: TortureOptions): Generator<Numbered> {
  for (let from = first - (first % batch); from < first + count; from += batch) {
    // Seeds that are near make scenes that are alike.
    const mixed = Math.imul(seed ^ Math.imul(from + 1, 0x9e3779b1), 0x85ebca6b);
    const made = fc.sample(anyScene, { numRuns: batch, seed: mixed });
    for (const [index, scene] of made.entries()) {
      const number = from + index;
      if (number >= first && number < first + count) yield { number, scene };
    }
  }
}

class Fuzzing {
  readonly problems: Problems;
  readonly #served: Served;
  readonly #options: TortureOptions;
  readonly #log: Log;
  readonly #scenes: Iterator<Numbered>;
  /** And when they began. */
  readonly #underway = new Map<Numbered, number>();
  #played = 0;

  constructor(served: Served, options: TortureOptions, log: Log) {
    this.#served = served;
    this.#options = options;
    this.#log = log;
    this.#scenes = scenes(options);
    this.problems = new Problems(log);
  }

  async run(): Promise<void> {
    const readiness = new Readiness(this.#served, (text) => this.#stalled(text));
    const done = new AbortController();
    const progress = this.#logProgress(readiness, done.signal);
    await Promise.all(Array.from({ length: this.#options.connections }, () => this.#client()));
    done.abort();
    await progress;
    await readiness.stop();
    this.#log(`${this.#played} requests; ${readiness.summary}`);
  }

  async #client(): Promise<void> {
    const player = new ScenePlayer(this.#served.port);
    for (;;) {
      const { value: numbered, done } = this.#scenes.next() as IteratorResult<Numbered>;
      if (done === true || this.#served.hasExited) break;
      this.#underway.set(numbered, machineWall.now());
      try {
        await player.play(numbered.scene);
      } catch (error) {
        this.problems.add((error as Error).message, this.#describe(numbered));
      }
      this.#underway.delete(numbered);
      this.#played++;
    }
    player.close();
  }

  #stalled(text: string): void {
    const largest = [...this.#underway.keys()]
      .sort((a, b) => sizeOf(b.scene) - sizeOf(a.scene))
      .slice(0, 3);
    this.problems.add(text, largest.map((numbered) => this.#describe(numbered)).join(' | '));
  }

  #describe({ number, scene }: Numbered): string {
    const shown = Buffer.concat(scene.pieces).toString('latin1', 0, 1500);
    const { seed } = this.#options;
    return `seed ${seed}, request ${number} (${scene.what}): ${JSON.stringify(shown)}`;
  }

  /** What has waited for longer than a while, for those who watch. */
  #oldest(): string {
    const [first] = this.#underway;
    if (first === undefined || machineWall.now() - first[1] < 2 * progressMs) return '';
    return `; still waiting: ${this.#describe(first[0]).slice(0, 200)}`;
  }

  async #logProgress(readiness: Readiness, signal: AbortSignal): Promise<void> {
    const began = machineWall.now();
    for (;;) {
      await machineWall.sleep(progressMs, signal);
      if (signal.aborted) return;
      const rate = Math.round((this.#played / (machineWall.now() - began)) * 1000);
      const all = this.#options.count;
      this.#log(
        `${this.#played} of ${all} requests, ${rate}/s; ${readiness.summary}; ` +
          `${this.problems.count} problems${this.#oldest()}`,
      );
    }
  }
}

function sizeOf({ pieces }: Scene): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
