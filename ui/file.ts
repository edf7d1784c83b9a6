/**
 * The page in one file: the engine, the editor, and a run if one is saved in it, are texts in the page, as a
 * page from disk may load nothing.
 */
import type { EditorModule } from './page/code-editor.tsx';
import { follow } from './page/live.ts';
import { start } from './page/start.tsx';

void open();

async function open(): Promise<void> {
  const engine = new Blob([(await partOf('engine'))!], { type: 'text/javascript' });
  const saved = bytesOf('run');
  await start(new Worker(URL.createObjectURL(engine)), editor, saved ?? 'live');
  if (saved === undefined) await follow();
}

let loaded: Promise<EditorModule> | undefined;

function editor(): Promise<EditorModule> {
  loaded ??= partOf('editor').then((script) => {
    const file = URL.createObjectURL(new Blob([script!], { type: 'text/javascript' }));
    return import(/* @vite-ignore */ file) as Promise<EditorModule>;
  });
  return loaded;
}

/** A script of the page, which is in it compressed. */
async function partOf(id: string): Promise<ArrayBuffer | undefined> {
  const bytes = bytesOf(id);
  if (bytes === undefined) return undefined;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** What is in the page in base64. */
function bytesOf(id: string): ArrayBuffer | undefined {
  const element = document.getElementById(id);
  if (element === null) return undefined;
  const binary = atob(element.textContent.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}
