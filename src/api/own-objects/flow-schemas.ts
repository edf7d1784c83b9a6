/** Whether the priority levels that flow schemas name exist. */
import { flowSchema, priorityLevelConfiguration } from '#kinds';
import { formatTime } from '#values';
import type { flowcontrolV1Beta2 } from '#types';
import type { KeeperOptions, KeptApi } from './keeper.ts';
import { applyStatus, contextOf, listOf, writeStatus } from './write.ts';

type FlowSchema = flowcontrolV1Beta2.FlowSchema;
type Condition = flowcontrolV1Beta2.FlowSchemaCondition;

/** v1.24 writes it under this name. */
const consumer = contextOf('api-priority-and-fairness-config-consumer-v1', 'flow control');

export async function refreshFlowSchemas({ api, now }: KeeperOptions): Promise<void> {
  const levels = await listOf(api, priorityLevelConfiguration);
  const names = new Set(levels.map(({ metadata }) => metadata.name));
  for (const schema of await listOf(api, flowSchema)) {
    const { name } = schema.spec.priorityLevelConfiguration;
    const known = conditionOf(schema);
    const desired = danglingCondition(name, names.has(name), known, now());
    if (known?.status === desired.status && known?.message === desired.message) continue;
    await write(api, schema, desired);
  }
}

/** v1.24 and v1.25 update the status, later releases apply it. */
function write(api: KeptApi, schema: FlowSchema, desired: Condition): Promise<void> {
  const { metadata, status } = schema;
  if (api.kinds.profile.enabled('FlowStatusApplied')) {
    return applyStatus(api, consumer, flowSchema, metadata.name, { conditions: [desired] });
  }
  const known = conditionOf(schema);
  const others = (status.conditions ?? []).filter((each) => each !== known);
  const conditions = [...others, desired];
  return writeStatus(api, consumer, flowSchema, { ...schema, status: { conditions } });
}

const type = 'Dangling';

function conditionOf({ status }: FlowSchema): Condition | undefined {
  return status.conditions?.find((each) => each.type === type);
}

function danglingCondition(
  level: string,
  exists: boolean,
  known: Condition | undefined,
  now: number,
): Condition {
  const status = exists ? 'False' : 'True';
  const isSame = known?.status === status;
  const reference = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`;
  return {
    type,
    status,
    lastTransitionTime: isSame ? known.lastTransitionTime! : formatTime(now),
    reason: exists ? 'Found' : 'NotFound',
    message: `${reference} ${exists ? 'and it exists' : 'but there is no such object'}`,
  };
}
