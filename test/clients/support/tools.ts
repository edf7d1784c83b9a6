/**
 * The clients that this machine has. `.ci/install-clients` gets what can be had; a client that is
 * missing is skipped by name, never silently.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
/** Where `.ci/install-clients` unpacks what cannot be installed beside something else. */
const cache = join(root, 'node_modules/.cache/clients');

export interface Tool {
  /** `kubectl 1.32` */
  readonly name: string;
  readonly path: string;
  readonly minor: number;
}

export interface MissingTool {
  readonly name: string;
  readonly reason: string;
}

export function isMissing(tool: Tool | MissingTool): tool is MissingTool {
  return 'reason' in tool;
}

/**
 * The two that matter: a recent one (1.32, or what this machine has instead), which differs most in
 * what it sends, and Debian's old one.
 */
export function kubectls(): readonly (Tool | MissingTool)[] {
  const old = 20;
  const isRecent = (minor: number): boolean => minor > old;
  return [
    find('kubectl 1.32', pathsOf('kubectl.1.32'), isRecent),
    find('kubectl 1.20', pathsOf('kubectl'), (minor) => minor === old),
  ];
}

function find(
  name: string,
  paths: readonly string[],
  isWanted: (minor: number) => boolean,
): Tool | MissingTool {
  for (const path of paths) {
    const minor = minorOf(path);
    if (minor !== undefined && isWanted(minor)) return { name: `kubectl 1.${minor}`, path, minor };
  }
  return { name, reason: 'no such version on this machine (.ci/install-clients found no package)' };
}

/**
 * Where a kubectl may be, the likeliest first. Google's build puts a dispatcher in front that picks
 * a version by the server's: the versions themselves lie beside it.
 */
function pathsOf(beside: string): readonly string[] {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, 'kubectl'));
  const present = onPath.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  const unpacked = existsSync(cache)
    ? readdirSync(cache).map((folder) => join(cache, folder, 'usr/bin/kubectl'))
    : [];
  const paths = [...present.map((path) => join(dirname(path), beside)), ...present, ...unpacked];
  return [...new Set(paths)].filter((path) => existsSync(path));
}

function minorOf(path: string): number | undefined {
  const version = printed(path, ['version', '--client', '-o', 'json']);
  const minor = /"minor":\s*"(\d+)/.exec(version ?? '')?.[1];
  return minor === undefined ? undefined : Number(minor);
}

/** Debian's modules belong to Debian's interpreter, not to the first one on the PATH. */
export function python(): Tool | MissingTool {
  return interpreter('python3-kubernetes', '/usr/bin/python3', [
    '-c',
    'import kubernetes; print(kubernetes.__version__)',
  ]);
}

export function ruby(): Tool | MissingTool {
  return interpreter('ruby-kubeclient', '/usr/bin/ruby', [
    '-e',
    'require "kubeclient"; puts Kubeclient::VERSION',
  ]);
}

/** The browser that opens reports. */
export function chromium(): Tool | MissingTool {
  return browser('chromium', ['chromium', 'chromium-browser']);
}

/** Another engine of JavaScript. What drives Chromium in tests cannot drive Debian's Firefox. */
export function firefox(): Tool | MissingTool {
  return browser('firefox', ['firefox-esr', 'firefox']);
}

function browser(kind: string, names: readonly string[]): Tool | MissingTool {
  for (const name of names) {
    const path = join('/usr/bin', name);
    const version = existsSync(path) ? printed(path, ['--version']) : undefined;
    const major = /(\d+)\./.exec(version ?? '')?.[1];
    if (major !== undefined) return { name, path, minor: Number(major) };
  }
  return { name: kind, reason: 'no browser on this machine (.ci/install-clients found none)' };
}

function interpreter(name: string, path: string, ask: readonly string[]): Tool | MissingTool {
  const version = existsSync(path) ? printed(path, ask) : undefined;
  const minor = /^\d+\.(\d+)/.exec(version ?? '')?.[1];
  if (minor !== undefined) return { name, path, minor: Number(minor) };
  return { name, reason: 'the package is not installed (.ci/install-clients could not get it)' };
}

function printed(path: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(path, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
