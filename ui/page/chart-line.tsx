/** The lines of a chart. */
import { memo } from 'react';
import type { Series } from '#view';
import { nameOf } from './chart-data.ts';
import type { Plot } from './chart/plot.ts';
import type { Strand } from './chart/strands.ts';

const COLOURS = 6;
/** The length of a turn of a line that has its place in common with others, px. */
const TURN = 7;

/** The place of the lines in their box: as high as it is drawn, so that a unit of the height is a pixel. */
export const box: Omit<Plot, 'lastsMs' | 'most'> = {
  ...{ width: 1000, height: 190, left: 4, right: 8, top: 8, bottom: 6 },
};

/** How a line looks: its colour, and its dashes where there are more lines than colours. */
export function lookOf({ path }: Series, index: number): React.SVGProps<SVGPathElement> {
  const isTarget = path.startsWith('spec.') || path.startsWith('status.hard');
  return {
    className: `line c${index % COLOURS}${isTarget ? ' target' : ''}`,
    ...(index >= COLOURS && { strokeDasharray: '9 3' }),
  };
}

interface LineProps {
  readonly strand: Strand;
  /** Among all lines of its panel, also those that are switched off. */
  readonly index: number;
}

/** Drawn once: a moment that moves does not change it. */
export const Line = memo(function Line({ strand, index }: LineProps): React.ReactNode {
  const { series, alone, shared } = strand;
  const look = lookOf(series, index);
  return (
    <g>
      <title>{nameOf(series.path)}</title>
      <path {...look} d={alone} />
      {shared.map(({ path, count, rank }) => (
        <path
          key={`${count} ${rank}`}
          {...look}
          d={path}
          strokeDasharray={`${TURN} ${TURN * (count - 1)}`}
          strokeDashoffset={-TURN * rank}
        />
      ))}
    </g>
  );
});
