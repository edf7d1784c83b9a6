/** The versions of a definition as messages show them. */
import { inGo, show, showItems, showPointer, showStruct, type Shown } from '#values';
import type { Profile } from '#kinds';
import type { CustomResourceDefinitionVersion } from '#types';
import type { SharedParts } from './schemas.ts';

type Version = CustomResourceDefinitionVersion;

const typeOf = (name: string): string => `apiextensions.${name}`;

/**
 * Returns the value of messages about all versions.
 *
 * @param versions undefined where there is no list
 * @param shared what all versions have in common: Kubernetes has moved it out of them
 */
export function showVersions(
  versions: readonly Version[] | undefined,
  shared: SharedParts,
  profile: Profile,
): Shown {
  const type = `[]${typeOf('CustomResourceDefinitionVersion')}`;
  if (versions === undefined) return inGo(`${type}(nil)`, null);
  return showItems(
    type,
    versions.map((version) => showVersion(version, shared, profile)),
  );
}

/** Returns the value of messages about one of them. */
export function showVersion(version: Version, shared: SharedParts, { schemas }: Profile): Shown {
  const { name, served, storage, deprecated = false, deprecationWarning } = version;
  const { schema, subresources, additionalPrinterColumns, selectableFields } = version;
  const own = <T>(part: keyof SharedParts, value: T): T | undefined =>
    shared[part] ? undefined : value;
  const fields: [string, Shown][] = [
    ['Name', show(name)],
    ['Served', String(served)],
    ['Storage', String(storage)],
    ['Deprecated', String(deprecated)],
    ['DeprecationWarning', showPointer('string', deprecationWarning)],
    ['Schema', showPointer(typeOf('CustomResourceValidation'), own('schema', schema))],
    [
      'Subresources',
      showPointer(typeOf('CustomResourceSubresources'), own('subresources', subresources)),
    ],
    [
      'AdditionalPrinterColumns',
      showColumns(own('additionalPrinterColumns', additionalPrinterColumns)),
    ],
  ];
  const { fields: known } = schemas.of('apiextensions/v1', 'CustomResourceDefinitionVersion');
  if (known.has('selectableFields')) {
    fields.push(['SelectableFields', showSelectable(own('selectableFields', selectableFields))]);
  }
  return showStruct(typeOf('CustomResourceDefinitionVersion'), fields);
}

function showColumns(columns: Version['additionalPrinterColumns']): Shown {
  const type = typeOf('CustomResourceColumnDefinition');
  if (columns == null) return inGo(`[]${type}(nil)`, null);
  const shown = columns.map((column) =>
    showStruct(type, [
      ['Name', show(column.name)],
      ['Type', show(column.type)],
      ['Format', show(column.format ?? '')],
      ['Description', show(column.description ?? '')],
      ['Priority', String(column.priority ?? 0)],
      ['JSONPath', show(column.jsonPath)],
    ]),
  );
  return showItems(`[]${type}`, shown);
}

function showSelectable(fields: Version['selectableFields']): Shown {
  const type = typeOf('SelectableField');
  if (fields == null) return inGo(`[]${type}(nil)`, null);
  const shown = fields.map(({ jsonPath }) => showStruct(type, [['JSONPath', show(jsonPath)]]));
  return showItems(`[]${type}`, shown);
}
