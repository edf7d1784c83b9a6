/** The event messages of the node controller, word for word as in v1.24. */

export function registered(node: string): string {
  return `Node ${node} event: Registered Node ${node} in Controller`;
}

export function removing(node: string): string {
  return `Node ${node} event: Removing Node ${node} from Controller`;
}

export function nowNotReady(node: string): string {
  return `Node ${node} status is now: NodeNotReady`;
}

export const podNodeNotReady = 'Node is not ready';
