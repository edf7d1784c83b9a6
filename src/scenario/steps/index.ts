/** The verbs of the scenario language, in the order in which they are documented. */
import { always, exactly, expect, holds, inOrder, never } from '../checks/verbs.ts';
import type { Verb } from '../step.ts';
import { apply } from './apply.ts';
import { jump, outage, startControllers, stopControllers } from './control.ts';
import { remove } from './delete.ts';
import { drain } from './drain.ts';
import { fault, liftFault } from './fault.ts';
import { annotate, label } from './label.ts';
import { failNode, partitionNode, recoverNode } from './machines.ts';
import { addNodes, cordon, removeNode, taint, uncordon } from './nodes.ts';
import { patch } from './patch.ts';
import { behave, load } from './pods.ts';
import { downgrade, upgrade, upgradeNodes } from './upgrade.ts';
import { restart, scale, setImage } from './workload.ts';

export const verbs = [
  apply,
  patch,
  label,
  annotate,
  scale,
  restart,
  setImage,
  remove,
  expect,
  always,
  never,
  holds,
  exactly,
  inOrder,
  addNodes,
  removeNode,
  cordon,
  uncordon,
  drain,
  taint,
  failNode,
  partitionNode,
  recoverNode,
  behave,
  load,
  stopControllers,
  startControllers,
  outage,
  jump,
  upgrade,
  downgrade,
  upgradeNodes,
  fault,
  liftFault,
] as unknown as readonly Verb<unknown>[];
