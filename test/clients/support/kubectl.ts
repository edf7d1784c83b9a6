/** kubectl in tests: each version found, with its own home, and commands beside what they answer. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Command, type Outcome } from './command.ts';
import { environment, type Served } from './serve.ts';
import { isMissing, kubectls, type Tool } from './tools.ts';
import { patienceMs, until } from './until.ts';

/** Commands end before they need to free memory: looking for it would take a third of their time. */
const uncollected = { GOGC: 'off', GOMEMLIMIT: '512MiB' };

/** One version of kubectl, talking to one server. */
export class Kubectl {
  readonly #path: string;
  readonly #env: Readonly<Record<string, string>>;
  /** Where it works unless a command says otherwise: each version has its own. */
  readonly namespace: string;

  constructor(
    tool: Tool,
    served: Pick<Served, 'folder' | 'kubeconfig'>,
    env: Readonly<Record<string, string>> = {},
  ) {
    this.#path = tool.path;
    this.namespace = `by-1-${tool.minor}`;
    // Discovery is cached on disk under HOME.
    const home = join(served.folder, this.namespace);
    mkdirSync(home, { recursive: true });
    this.#env = environment(home, { KUBECONFIG: served.kubeconfig, ...uncollected, ...env });
  }

  /** Makes the namespace. */
  async prepare(): Promise<this> {
    await this.read(`create namespace ${this.namespace}`);
    return this;
  }

  start(command: string, stdin?: string): Command {
    const args = [
      `--namespace=${this.namespace}`,
      ...words(command.replaceAll('NAMESPACE', this.namespace)),
    ];
    return new Command(this.#path, args, { env: this.#env, stdin });
  }

  /** Runs a command to its end, whatever it says. */
  run(command: string, stdin?: string): Promise<Outcome> {
    return this.start(command, stdin).ended();
  }

  /** What a command prints that has to succeed. @throws {Error} with what it said instead */
  async read(command: string, stdin?: string): Promise<string> {
    const { code, stdout, stderr } = await this.run(command, stdin);
    if (code !== 0) throw new Error(`kubectl ${command}: code ${code}\n${stdout}${stderr}`);
    return stdout;
  }

  /** Asks again until what is printed matches. */
  async readUntil(command: string, pattern: RegExp): Promise<string> {
    let last = '';
    const seen = (): string => `kubectl ${command} to print ${String(pattern)}, not:\n${last}`;
    return until(seen, async () => {
      last = await this.read(command);
      return pattern.test(last) ? last : undefined;
    });
  }
}

/** How long a test with a few commands may take, ms. */
export const stepTimeoutMs = patienceMs + 10_000;

/** A command and its result. */
export interface Step {
  /** As after `kubectl`; single quotes hold words together, NAMESPACE stands for its own one. */
  readonly run: string;
  readonly stdin?: string;
  /** What is printed: all of it, or a pattern in it. */
  readonly prints?: string | readonly RegExp[];
  /** What it must not print. */
  readonly hides?: RegExp;
  /** What is said on stderr; warnings that are not asked for here are let pass. */
  readonly warns?: RegExp;
  /** The exit code, 0 by default. */
  readonly code?: number;
  /** Asked again until it prints what is expected: for what controllers do in the meantime. */
  readonly eventually?: boolean;
  /** First minor version that has the command, with the reason where that is not all. */
  readonly since?: number;
  readonly because?: string;
}

/** What a step needs: known only when the server runs. */
export type KubectlSource = () => Kubectl;

/** The same suite for each version that is looked for; a missing one says that it is skipped. */
export function describeEachKubectl(suite: (tool: Tool) => void): void {
  describe.each(kubectls())('$name', (tool) => {
    if (isMissing(tool)) it.skip(`skipped, ${tool.reason}`);
    else suite(tool);
  });
}

/** A test for each step, in order: later steps see what earlier ones did. */
export function itTakes(tool: Tool, kubectl: KubectlSource, steps: readonly Step[]): void {
  for (const step of steps) {
    const { since = 0, because = `it came with 1.${since}` } = step;
    if (tool.minor < since) it.skip(`${step.run} (skipped: ${because})`);
    else it(step.run, () => take(kubectl(), step), stepTimeoutMs);
  }
}

async function take(kubectl: Kubectl, step: Step): Promise<void> {
  if (step.eventually === true) {
    let last: unknown;
    await until(
      () => `kubectl ${step.run}: ${String(last)}`,
      async () => {
        try {
          check(await kubectl.run(step.run, step.stdin), step);
          return true;
        } catch (error) {
          last = error;
          return undefined;
        }
      },
    );
    return;
  }
  check(await kubectl.run(step.run, step.stdin), step);
}

function check(outcome: Outcome, { prints = [], hides, warns, code = 0 }: Step): void {
  const said = `stdout:\n${outcome.stdout}\nstderr:\n${outcome.stderr}`;
  expect(outcome.code, said).toBe(code);
  if (typeof prints === 'string') expect(outcome.stdout, said).toBe(prints);
  else for (const pattern of prints) expect(outcome.stdout, said).toMatch(pattern);
  if (hides !== undefined) expect(outcome.stdout, said).not.toMatch(hides);
  if (warns !== undefined) expect(outcome.stderr, said).toMatch(warns);
}

/** Splits at spaces that are not within single quotes, as a shell would. */
function words(command: string): string[] {
  return [...command.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
}

/** A line of a table, indented or not: its cells as texts or patterns, any space between them. */
export function row(...cells: readonly (string | RegExp)[]): RegExp {
  const patterns = cells.map((cell) =>
    typeof cell === 'string' ? cell.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : cell.source,
  );
  return new RegExp(`^ *${patterns.join(' +')} *$`, 'm');
}

/** An age in a table. */
export const age = /(?:\d+[smhdy])+/;
