import type { WallTimers } from '#clock';

/** Does something again and again, with pauses by the machine's clock, until the function returned is called. */
export function again(
  timers: WallTimers,
  pauseMs: number,
  act: () => Promise<void>,
  onDefect: (error: unknown) => void,
): () => void {
  let isOver = false;
  let cancel: (() => void) | undefined;
  const plan = (): void => {
    if (!isOver) cancel = timers.after(pauseMs, () => void act().then(plan, onDefect));
  };
  plan();
  return () => {
    isOver = true;
    cancel?.();
  };
}
