import { useState } from 'react';
import { act } from '../page/acting.ts';
import { paceWords } from '../page/pace-words.ts';
import { store, usePage } from '../page/store.ts';

interface LiveStartProps {
  /** The names of the nodes that are well. */
  readonly nodes: readonly string[];
}

/** What to do with a server on which nothing runs yet. */
export function LiveStart({ nodes }: LiveStartProps): React.ReactNode {
  const { kubeconfig, pace } = usePage((state) => state.server);
  const last = nodes.at(-1);
  return (
    <section className="live-start" aria-label="What to do first">
      <h2>Nothing runs here yet</h2>
      <p>
        {nodes.length === 1 ? 'One node is' : `${nodes.length} nodes are`} up, and all controllers
        watch. {pace !== undefined && `Time: ${paceWords(pace)}.`}
      </p>
      <ol>
        {kubeconfig !== undefined && (
          <li>
            <span>Point any client at it:</span>
            <CopyLine text={`export KUBECONFIG=${quoted(kubeconfig)}`} />
          </li>
        )}
        <li>
          <button type="button" onClick={() => void act(example)}>
            Apply an example
          </button>{' '}
          a Deployment with three pods
        </li>
        {last !== undefined && (
          <li>
            <button type="button" onClick={() => void act({ step: { failNode: last } })}>
              Fail a node
            </button>{' '}
            {last} falls silent; in 40 s its controller sees it
          </li>
        )}
      </ol>
    </section>
  );
}

const labels = { app: 'web' };
const example = {
  step: {
    apply: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas: 3,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'web', image: 'example.com/web:1.0' }] },
        },
      },
    },
  },
  command: 'kubectl create deployment web --image example.com/web:1.0 --replicas 3',
};

function CopyLine({ text }: { readonly text: string }): React.ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      store.set({ told: 'The browser does not let the page copy: select the line.' });
    }
  };
  return (
    <span className="copy-line">
      <code>{text}</code>{' '}
      <button type="button" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </span>
  );
}

/** As a shell reads it. */
function quoted(path: string): string {
  return /^[\w./~+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
