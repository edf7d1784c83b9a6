import { useEffect, useRef, type RefObject } from 'react';
import { store } from '../page/store.ts';
import { moved, msAt, zoomed, type Span } from './scale.ts';

/** How far the wheel zooms, for each pixel of its way. */
const ZOOM = 0.002;

/** Zooms by the wheel around where the pointer is; sideways, or with Shift, it moves along. */
export function useWheel(plot: RefObject<HTMLElement | null>, span: Span, whole: Span): void {
  const latest = useRef({ span, whole });
  latest.current = { span, whole };
  useEffect(() => {
    const element = plot.current!;
    const onWheel = (event: WheelEvent): void => {
      // In another page the wheel belongs to that.
      if (store.get().isEmbedded) return;
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      const { span: now, whole: all } = latest.current;
      const { deltaX, deltaY, shiftKey, clientX } = event;
      const isAlong = shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
      const zoom = isAlong
        ? moved(now, all, (deltaX || deltaY) / width)
        : zoomed(now, all, msAt(now, width, clientX - left), Math.exp(deltaY * ZOOM));
      store.set({ zoom });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);
}
