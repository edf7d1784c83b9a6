/** Parts of an SVG that appear and disappear with time, by CSS. */
import { round } from './svg.ts';

/** A stretch of time on the screen, ms. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How long it takes to appear, ms. What is there for less is not drawn. */
export const FADE_MS = 160;

/** Collects the keyframes of a film that is repeated without end. */
export class Film {
  readonly #lastsMs: number;
  readonly #names = new Map<string, string>();

  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs;
  }

  /** An element that is there during some stretches only, empty if it would not be seen. @returns it in a group */
  during(stretches: readonly Stretch[], element: string): string {
    const shown = stretches.filter(({ fromMs, toMs }) => toMs - fromMs > FADE_MS);
    if (shown.length === 0) return '';
    const frames = shown.flatMap(({ fromMs, toMs }) => {
      const rise = [
        [fromMs, 0],
        [fromMs + FADE_MS, 1],
        [toMs, 1],
      ];
      return toMs >= this.#lastsMs ? rise : [...rise, [toMs + FADE_MS / 2, 0], [this.#lastsMs, 0]];
    });
    const parts = new Map([[0, 0], ...frames.map(([ms, opacity]) => [ms!, opacity!] as const)]);
    const text = [...parts].map(([ms, opacity]) => `${this.#part(ms)}{opacity:${opacity}}`);
    return `<g class="${this.#name(text.join(''))}" opacity="0">${element}</g>`;
  }

  /** An element that moves to the right. @param places ms on the screen, and x */
  moving(places: readonly (readonly [ms: number, x: number])[], element: string): string {
    const text = places.map(([ms, x]) => `${this.#part(ms)}{transform:translateX(${round(x)}px)}`);
    return `<g class="${this.#name(text.join(''))}">${element}</g>`;
  }

  /** @param stillMs the moment that is shown to who wants no motion */
  style(stillMs: number): string {
    const seconds = this.#lastsMs / 1000;
    const rules = [...this.#names].map(
      ([frames, name]) =>
        `@keyframes ${name}{${frames}}.${name}{animation:${name} ${seconds}s linear infinite}`,
    );
    const still = `animation-play-state:paused!important;animation-delay:-${stillMs / 1000}s!important`;
    return `${rules.join('\n')}\n@media (prefers-reduced-motion:reduce){*{${still}}}`;
  }

  #name(frames: string): string {
    const known = this.#names.get(frames);
    if (known !== undefined) return known;
    const name = `f${this.#names.size}`;
    this.#names.set(frames, name);
    return name;
  }

  #part(ms: number): string {
    return `${round(Math.min(100, (100 * ms) / this.#lastsMs), 3)}%`;
  }
}
