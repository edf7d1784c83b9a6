/** The pods of a node as one drawing: elements for thousands of pods cannot follow a moment that moves. */
import { useEffect, useRef, useState } from 'react';
import type { PodBox, PodState } from '#view';
import { select } from './actions.ts';
import { dashed, podText, signs, stateColours } from './pod-signs.ts';
import { useMedia } from './use-media.ts';

const BOX_PX = 24;
const STEP_PX = BOX_PX + 3;

/** A small drawing of each state. */
export type Stamps = ReadonlyMap<PodState, HTMLCanvasElement>;

/** Made again when the colours or the sharpness of the screen change. */
export function useStamps(): Stamps {
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const [stamps, setStamps] = useState<Stamps>(new Map());
  useEffect(() => {
    const states = Object.keys(signs) as PodState[];
    setStamps(new Map(states.map((state) => [state, stampOf(state)])));
  }, [isDark]);
  return stamps;
}

function stampOf(state: PodState): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const scale = devicePixelRatio;
  canvas.width = canvas.height = BOX_PX * scale;
  const context = canvas.getContext('2d')!;
  context.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  context.strokeStyle = context.fillStyle = style.getPropertyValue(`--${stateColours[state]}`);
  context.lineWidth = 2;
  if (dashed.has(state)) context.setLineDash([4, 3]);
  context.beginPath();
  context.roundRect(1, 1, BOX_PX - 2, BOX_PX - 2, 4);
  context.stroke();
  context.font = '12px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(signs[state], BOX_PX / 2, BOX_PX / 2 + 1);
  return canvas;
}

interface Props {
  /** Whose pods they are. */
  readonly of: string;
  readonly pods: readonly PodBox[];
  readonly stamps: Stamps;
}

export function DrawnPods({ of, pods, stamps }: Props): React.ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [chosen, setChosen] = useState(0);
  /** What is on the canvas: stamps by place. */
  const drawn = useRef<(HTMLCanvasElement | undefined)[]>([]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(canvas.current!);
    return () => observer.disconnect();
  }, []);
  const columns = Math.max(1, Math.floor((width + STEP_PX - BOX_PX) / STEP_PX));
  const height = Math.ceil(pods.length / columns) * STEP_PX;
  useEffect(() => {
    const scale = devicePixelRatio;
    canvas.current!.width = width * scale;
    canvas.current!.height = height * scale;
    drawn.current = [];
  }, [width, height]);
  useEffect(() => {
    const context = canvas.current!.getContext('2d')!;
    const scale = devicePixelRatio;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    for (let at = 0; at < Math.max(pods.length, drawn.current.length); at++) {
      const pod = pods[at];
      const stamp = pod && stamps.get(pod.state);
      if (drawn.current[at] === stamp) continue;
      const [x, y] = [(at % columns) * STEP_PX, Math.floor(at / columns) * STEP_PX];
      context.clearRect(x, y, STEP_PX, STEP_PX);
      if (stamp !== undefined) context.drawImage(stamp, x, y, BOX_PX, BOX_PX);
      drawn.current[at] = stamp;
    }
    drawn.current.length = pods.length;
  }, [pods, stamps, columns, width, height]);

  const podAt = ({ nativeEvent: { offsetX, offsetY } }: React.MouseEvent): PodBox | undefined =>
    pods[
      Math.floor(offsetY / STEP_PX) * columns + Math.min(columns - 1, Math.floor(offsetX / STEP_PX))
    ];
  const place = Math.min(chosen, pods.length - 1);
  const current = pods[place];
  const onKey = (event: React.KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns },
    };
    const step = steps[event.key];
    if (step !== undefined) {
      setChosen(Math.min(pods.length - 1, Math.max(0, place + step)));
    } else if (event.key === 'Enter' && current) select({ kind: 'Pod', key: current.key });
    else return;
    event.preventDefault();
  };
  const left = (place % columns) * STEP_PX;
  const top = Math.floor(place / columns) * STEP_PX;
  return (
    <div className="drawn-pods">
      <canvas
        ref={canvas}
        style={{ height }}
        role="application"
        tabIndex={0}
        aria-roledescription="pods"
        aria-label={`${pods.length} pods of ${of}. ${current ? podText(current) : ''}. Arrows choose one, Enter shows it`}
        onKeyDown={onKey}
        onPointerMove={(event) => {
          const pod = podAt(event);
          event.currentTarget.title = pod === undefined ? '' : podText(pod);
        }}
        onClick={(event) => {
          const pod = podAt(event);
          if (pod !== undefined) select({ kind: 'Pod', key: pod.key });
        }}
      />
      <i className="chosen" style={{ left, top }} />
    </div>
  );
}
