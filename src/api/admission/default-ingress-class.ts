import {
  ingress as ingressKind,
  ingressClass,
  ingressClassAnnotation,
  isDefaultIngressClass,
  resourceOf,
} from '#kinds';
import type { Ingress } from '#types';
import type { Store } from '#store';
import { defaultClassIn, type Classes } from './default-class.ts';
import { handlesObjectsOf, type AdmissionPlugin, type AdmissionRequest } from './plugin.ts';

const classes: Classes = {
  bucket: resourceOf(ingressClass),
  isDefault: isDefaultIngressClass,
  several: (count) => `${count} default IngressClasses were found, only 1 allowed`,
};

/** DefaultIngressClass: an ingress that does not name a class gets the default one. */
export const defaultIngressClass: AdmissionPlugin = {
  name: 'DefaultIngressClass',
  handles: handlesObjectsOf(ingressKind, 'CREATE'),

  mutate(object, _old, request, { store }) {
    const ingress = object as Ingress;
    const { metadata, spec } = ingress;
    const isAnnotated = metadata.annotations?.[ingressClassAnnotation] !== undefined;
    if (isAnnotated || spec.ingressClassName != null || store.isEmpty(classes.bucket)) {
      return ingress;
    }
    return withDefault(ingress, store, request);
  },
};

async function withDefault(
  ingress: Ingress,
  store: Store,
  request: AdmissionRequest,
): Promise<Ingress> {
  const ingressClassName = await defaultClassIn(store, classes, request);
  if (ingressClassName === undefined) return ingress;
  return { ...ingress, spec: { ...ingress.spec, ingressClassName } };
}
