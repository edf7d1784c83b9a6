/** How the command was called, to name it in what to type next. */
import { basename, relative } from 'node:path';

/** @param script of the process, as `process.argv[1]` is */
export function calledAs(script: string, env: NodeJS.ProcessEnv, folder: string): string {
  if (env['npm_command'] === 'exec') return 'npx kube-orrery';
  const name = basename(script);
  return name === 'orrery.js' ? `node ${relative(folder, script)}` : 'orrery';
}
