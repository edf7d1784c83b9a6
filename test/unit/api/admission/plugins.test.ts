/** Which plugins there are, in the order in which they judge, and how some are left out. */
import { expect, it } from 'vitest';
import { defaultPlugins, pluginsWithout } from '../../../../src/api/admission/index.ts';
import { pluginNames } from '../../../../src/api/admission/plugin-names.ts';

const names = (plugins: readonly { readonly name: string }[]): readonly string[] =>
  plugins.map(({ name }) => name);

it('all but those that are named', () => {
  const all = names(pluginsWithout([]));
  expect(all.slice(-4)).toEqual([
    ...['MutatingAdmissionWebhook', 'ValidatingAdmissionPolicy'],
    ...['ValidatingAdmissionWebhook', 'ResourceQuota'],
  ]);
  expect(new Set(all).size).toBe(all.length);
  const without = names(pluginsWithout(['ResourceQuota', 'LimitRanger']));
  expect(without).toEqual(all.filter((name) => name !== 'ResourceQuota' && name !== 'LimitRanger'));
  expect(names(defaultPlugins)).toEqual(all.filter((name) => name !== 'ServiceAccount'));
});

it.each([[['None']], [['ResourceQuota', 'None']]])('%j has a name that is unknown', (without) => {
  expect(() => pluginsWithout(without)).toThrow(/^unknown plugin "None"; there are \w+, \w+/);
});

it('lists the names of the built-in plugins without loading them', () => {
  expect(pluginNames).toEqual(names(pluginsWithout([])));
});
