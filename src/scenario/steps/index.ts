/** The verbs of the scenario language, in the order in which they are documented. */
import { always, exactly, expect, holds, inOrder, never } from '../checks/verbs.ts';
import type { Verb } from '../step.ts';
import { apply } from './apply.ts';
import { remove } from './delete.ts';
import { annotate, label } from './label.ts';
import {
  addNodes,
  cordon,
  drain,
  failNode,
  recoverNode,
  removeNode,
  taint,
  uncordon,
} from './nodes.ts';
import { patch } from './patch.ts';
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
  recoverNode,
] as unknown as readonly Verb<unknown>[];
