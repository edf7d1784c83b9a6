/** Colours by meaning. Plain when piped, or when NO_COLOR is set. */
import pc from 'picocolors';

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  /** Something came about, or is as it should be. */
  readonly good: (text: string) => string;
  /** Something is on its way, or lacking. */
  readonly warn: (text: string) => string;
  /** Something went, or went wrong. */
  readonly bad: (text: string) => string;
  /** A status line. */
  readonly status: (text: string) => string;
  /** The user's own acts. */
  readonly act: (text: string) => string;
}

/** The style for an output stream. FORCE_COLOR asks for colours in a pipe. */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  const refused = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '';
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  return makeStyle(!refused && (forced || (stream.isTTY === true && env['TERM'] !== 'dumb')));
}

export function makeStyle(colours: boolean): Style {
  const c = pc.createColors(colours);
  return {
    bold: c.bold,
    dim: c.dim,
    good: c.green,
    warn: c.yellow,
    bad: c.red,
    status: c.cyan,
    act: c.magenta,
  };
}
