/** The page as part of a site: the engine is a file beside it. */
import { start } from './page/start.tsx';

const engine = new Worker(new URL('./engine/worker.ts', import.meta.url), { type: 'module' });
void start(engine, () => import('./editor/editor.ts'));

// Once loaded, the site opens without a network. From a disk, or in development, there is nothing to keep.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('../offline.js').catch(() => undefined);
}
