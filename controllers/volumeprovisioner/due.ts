import { provisionerAnnotation } from '#kinds';
import type { PersistentVolumeClaim } from '#types';

/** How long it takes to make a volume, ms. */
export const dueAfter = 1000;

/** Who is to make the claim's volume, as the binder wrote it; undefined before that. */
export function provisionerOf({ metadata }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[provisionerAnnotation];
}
