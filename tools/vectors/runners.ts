import { controllerRevision } from './controller-revision.ts';
import { runCronMissed } from './cron-missed.ts';
import { runCron } from './cron.ts';
import { runCronJobSync } from './cronjob-sync.ts';
import { runDaemonSetEligibility } from './daemonset-eligibility.ts';
import { runDaemonSetUpdate } from './daemonset-update.ts';
import { runEndpointsSubsets } from './endpoints-subsets.ts';
import { runFieldSelector } from './field-selector.ts';
import { runHpaLimits } from './hpa-limits.ts';
import { runHpaReconcile } from './hpa-reconcile.ts';
import { runHpaReplicas } from './hpa-replicas.ts';
import { runIntOrString } from './intorstring.ts';
import { runJsonMergePatch } from './json-merge-patch.ts';
import { runJsonPatch } from './json-patch.ts';
import { runLabelSelector } from './label-selector.ts';
import { runQuantity } from './quantity.ts';
import { runQuotaUsage } from './quota-usage.ts';
import type { VectorFile } from './runner.ts';
import { runStrategicMerge } from './strategic-merge.ts';
import { runTable, runTableColumns } from './table.ts';

/** Which vector file is replayed by what: one line per file. */
export const runners: Readonly<Record<string, VectorFile>> = {
  'controller-revision.json': controllerRevision,
  'cron-missed.json': { run: runCronMissed },
  'cron.json': { run: runCron },
  'cronjob-sync.json': { run: runCronJobSync },
  'daemonset-eligibility.json': { run: runDaemonSetEligibility },
  'daemonset-update.json': { run: runDaemonSetUpdate },
  'endpoints-subsets.json': { run: runEndpointsSubsets },
  'field-selector.json': { run: runFieldSelector },
  'hpa-limits.json': { run: runHpaLimits },
  'hpa-reconcile.json': { run: runHpaReconcile },
  'hpa-replicas.json': { run: runHpaReplicas },
  'intorstring.json': { run: runIntOrString },
  'json-merge-patch.json': { run: runJsonMergePatch },
  'json-patch.json': { run: runJsonPatch },
  'label-selector.json': { run: runLabelSelector },
  'quantity.json': { run: runQuantity },
  'quota-usage.json': { run: runQuotaUsage },
  'strategic-merge.json': { run: runStrategicMerge },
  'table-columns.json': { run: runTableColumns },
  'table-columns-2.json': { run: runTableColumns },
  'table.json': { run: runTable },
};
