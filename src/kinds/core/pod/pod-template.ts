/** PodTemplates: pods to be made, as objects of their own. */
import { withoutDisabledParts } from './disabled-parts.ts';
import { column, labelsText } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import { fillAbsent, changingField } from '#values';
import { validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { defaultingPodTemplate } from './pod-template-defaults.ts';
import { templateWarnings } from './template-warnings.ts';
import type { PodTemplate, PodTemplateSpec } from '#types';
import { usualChecks } from '../../late-checks.ts';

export const podTemplate = defineKind<PodTemplate>({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  namespaced: true,
  wire: { deleteAnswersObject: true },
  rules: {
    load: usualChecks.load,
    withoutDisabled: withoutDisabledParts('template', 'spec'),
    generation: (object) => object.template,
    defaulting(object, profile) {
      const whole = fillAbsent(object, { template: {} as PodTemplateSpec });
      return changingField(whole, 'template', (template) =>
        defaultingPodTemplate(template, profile),
      );
    },
    warnings: templateWarnings((object) => object.template!, 'template'),
    validate(errors, object) {
      usualChecks.code.validatePodTemplate(errors, object.template!, 'template');
    },
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      usualChecks.code.validatePodTemplate(errors, object.template!, 'template');
    },
  },
  table: {
    columns: [
      column('Containers', 'string', 'Names of the containers of a pod.', (object) =>
        containersOf(object, ({ name }) => name),
      ),
      column('Images', 'string', 'Images of the containers of a pod.', (object) =>
        containersOf(object, ({ image }) => image),
      ),
      column('Pod Labels', 'string', 'Labels of the pods.', ({ template }) =>
        labelsText(template?.metadata?.labels),
      ),
    ],
  },
});

function containersOf(
  { template }: PodTemplate,
  shown: (container: PodTemplateSpec['spec']['containers'][number]) => string | undefined,
): string {
  return (template?.spec.containers ?? []).map((container) => shown(container) ?? '').join(',');
}
