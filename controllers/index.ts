/** The built-in controllers. Their order is part of determinism. */
import type { ControllerDefinition } from '#runtime';
import { daemonSet } from './daemonset/index.ts';

export const controllers: readonly ControllerDefinition[] = [daemonSet];
