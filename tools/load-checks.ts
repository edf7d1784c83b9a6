/** Before tests, which check objects without a cluster: loads what a cluster loads when it starts. */
import { isCheckedQuickly, kindsOf, loadChecks } from '#catalog';
import { customResourceDefinition } from '#custom';
import { defaultProfile, profileOf, warningTexts } from '#kinds';

for (const profile of [defaultProfile, profileOf(37)]) {
  await loadChecks(kindsOf(profile).filter(isCheckedQuickly), profile);
}
await loadChecks([customResourceDefinition], defaultProfile);
await warningTexts.load();
