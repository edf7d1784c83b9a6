/**
 * The pod collector: deletes pods that no other component deletes. What it needs to know is kept up
 * to date as pods come and go, so that a run over a healthy cluster reads nothing.
 */
import { node as nodeKind, pod as podKind } from '#kinds';
import { addNodeIndex, type ControllerDefinition } from '#runtime';
import { PodCollector } from './collector.ts';

const PERIOD_MS = 20_000;

export const podGarbageCollector: ControllerDefinition = {
  name: 'podgc',
  actor: 'pod-garbage-collector',
  start(context) {
    const nodes = context.informer(nodeKind);
    const pods = context.informer(podKind);
    addNodeIndex(pods);
    const collector = new PodCollector(context.clock, nodes.lister, pods.lister, context.features);
    nodes.addHandlers({ deleted: ({ metadata }) => collector.suspect(metadata.name) });
    pods.addHandlers({
      added: (pod) => collector.see(pod),
      updated: (pod, old) => collector.see(pod, old),
      deleted: (pod) => collector.lose(pod),
    });
    context.every({ name: 'pod collection', periodMs: PERIOD_MS, initialDelayMs: 0 }, (tools) =>
      collector.collect(tools),
    );
  },
};
