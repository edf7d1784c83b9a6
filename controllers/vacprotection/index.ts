/** The protection of classes of attributes: one that is deleted stays until no claim and no volume names it. */
import {
  attributesClassProtection,
  bucketOf,
  hasEnabled,
  persistentVolume,
  persistentVolumeClaim,
  volumeAttributesClass,
} from '#kinds';
import { kindsOf } from '#catalog';
import { keyOf, type Cause, type KubeObject } from '#values';
import type { PersistentVolume, PersistentVolumeClaim, VolumeAttributesClass } from '#types';
import { toggleFinalizer, type ControllerDefinition, type Informer } from '#runtime';

const BY_CLASS = 'classes of attributes';

export const vacProtection: ControllerDefinition = {
  name: 'vacprotection',
  actor: 'volumeattributesclass-protection-controller',
  start(context) {
    const { features } = context;
    const bucket = bucketOf(volumeAttributesClass);
    const isServed = kindsOf(features).some((kind) => bucketOf(kind) === bucket);
    if (!isServed || !hasEnabled(features, 'VolumeAttributesClass')) return;
    if (!features.enabled('AttributesClassesProtected')) return;
    const classes = context.informer(volumeAttributesClass);
    const claims = context.informer(persistentVolumeClaim);
    const volumes = context.informer(persistentVolume);
    claims.addIndex(BY_CLASS, classesOfClaim);
    volumes.addIndex(BY_CLASS, classesOfVolume);
    const isUsed = (name: string): boolean =>
      [claims, volumes].some(({ lister }) => lister.byIndex(BY_CLASS, name).length > 0);
    const queue = context.queue({
      workers: 1,
      async reconcile(key, { client }) {
        const found = classes.lister.getByKey(key);
        if (found === undefined || !hasToChange(found)) return;
        if (found.metadata.deletionTimestamp != null && isUsed(key)) return;
        await toggleFinalizer(client, volumeAttributesClass, found, attributesClassProtection);
      },
    });
    const look = (found: VolumeAttributesClass, cause: Cause): void => {
      if (hasToChange(found)) queue.add(keyOf(found), cause);
    };
    classes.addHandlers({ added: look, updated: (found, _, cause) => look(found, cause) });
    const wake = (names: readonly string[], cause: Cause): void => {
      for (const name of names) queue.add(name, cause);
    };
    wakeForThoseLeft(claims, classesOfClaim, wake);
    wakeForThoseLeft(volumes, classesOfVolume, wake);
  },
};

/** Wakes for the classes that an object names no longer. */
function wakeForThoseLeft<T extends KubeObject>(
  informer: Informer<T>,
  classesOf: (object: T) => readonly string[],
  wake: (names: readonly string[], cause: Cause) => void,
): void {
  informer.addHandlers({
    updated(object, old, cause) {
      const names = classesOf(object);
      wake(
        classesOf(old).filter((name) => !names.includes(name)),
        cause,
      );
    },
    deleted: (object, cause) => wake(classesOf(object), cause),
  });
}

/** Returns the classes that a claim wants, has, and is to get, each once. */
function classesOfClaim({ spec, status }: PersistentVolumeClaim): readonly string[] {
  const names = [
    spec.volumeAttributesClassName,
    status.currentVolumeAttributesClassName,
    status.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return [...new Set(names.filter((name) => name !== undefined && name !== ''))] as string[];
}

function classesOfVolume({ spec }: PersistentVolume): readonly string[] {
  const { volumeAttributesClassName: name } = spec;
  return name ? [name] : [];
}

/** Tells whether the protection has to change: what exists has it, and what is being deleted loses it. */
function hasToChange({ metadata }: VolumeAttributesClass): boolean {
  const isProtected = metadata.finalizers?.includes(attributesClassProtection) ?? false;
  return isProtected === (metadata.deletionTimestamp != null);
}
