/**
 * The page in one file: the engine, the editor, and a run or lessons if they are saved in it, are texts in the page, as a
 * page from disk may load nothing.
 */
import type { EditorModule } from './page/code-editor.tsx';
import { follow } from './page/live.ts';
import type { SavedLesson } from './lesson/known.ts';
import { start } from './page/start.tsx';

void open();

async function open(): Promise<void> {
  const engine = new Blob([(await partOf('engine'))!], { type: 'text/javascript' });
  const saved = (await lessonsIn()) ?? bytesOf('run') ?? 'live';
  await start(new Worker(URL.createObjectURL(engine)), editor, saved);
  if (saved === 'live') await follow();
}

async function lessonsIn(): Promise<readonly SavedLesson[] | undefined> {
  const text = await partOf('lessons');
  return text && (JSON.parse(new TextDecoder().decode(text)) as readonly SavedLesson[]);
}

let loaded: Promise<EditorModule> | undefined;

function editor(): Promise<EditorModule> {
  loaded ??= partOf('editor').then((script) => {
    const file = URL.createObjectURL(new Blob([script!], { type: 'text/javascript' }));
    return import(/* @vite-ignore */ file) as Promise<EditorModule>;
  });
  return loaded;
}

/** A part of the page, which is in it compressed. */
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
