/**
 * The line at the moment, over what is drawn: a layer of its own, so that what is below is not drawn again
 * when it moves.
 * @param part of the width
 */
export function MomentLine({ part }: { readonly part: number }): React.ReactNode {
  return (
    <div className="moment-line" style={{ transform: `translateX(${(part * 100).toFixed(3)}%)` }} />
  );
}
