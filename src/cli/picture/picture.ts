/** Draws a run as a moving picture. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { motionPicture, PictureError } from '#picture';
import { momentOf } from '#record';
import type { Settings } from '#scenario';
import { RunView } from '#view';
import type { OutsideOptions } from '../allow-outside.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { exitCodes } from '../exit-codes.ts';
import { printData } from '../output.ts';
import { checkWritable } from '../output-file.ts';
import { packageFolder } from '../package.ts';
import { openPast, registry } from '../past/open.ts';
import { UsageError } from '../usage-error.ts';

export interface PictureOptions extends OutsideOptions, ReleaseOptions {
  readonly seed?: number;
  readonly set?: Settings;
  /** The moment for readers who want no motion. */
  readonly still?: string;
}

/** @param file where it goes; absent: to the standard output. @throws {UsageError} */
export async function picture(
  run: string,
  file: string | undefined,
  { seed, set, allowOutside, kubernetes, still }: PictureOptions,
): Promise<number> {
  if (file !== undefined) await checkWritable('picture', file);
  const log = await openPast({ run, seed, set, allowOutside, kubernetes });
  const { time } = momentOf(still, log.past, log.head);
  const svg = drawn(new RunView(log, registry), time - log.head.startMs);
  if (file === undefined) printData(svg);
  else await writeFile(file, svg);
  return exitCodes.ok;
}

/** The build puts the colours of the page beside the command. */
function drawn(view: RunView, stillMs: number): string {
  const css = readFileSync(join(packageFolder(), 'dist/colours.css'), 'utf8');
  try {
    return motionPicture(view, css, stillMs);
  } catch (error) {
    if (error instanceof PictureError) throw new UsageError(`${error.message}; see orrery open`);
    throw error;
  }
}
