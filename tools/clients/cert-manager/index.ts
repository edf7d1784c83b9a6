/** cert-manager's own chart, as its module has it. Its programs are in modules that are not published, so none of them runs. */
import { deployed } from '../deployed.ts';
import { moduleFolder } from '../go-modules.ts';

const module = 'github.com/cert-manager/cert-manager@v1.21.2';

/** Server-side apply refuses fields of definitions that a release does not know. */
export const certManager = deployed({
  name: 'cert-manager',
  version: '1.21',
  exact: 'chart 1.21.2',
  does: 'its own chart installed by Helm 4, with definitions, rights and webhooks; without its programs; removed again',
  kubernetes: ['1.34', '1.37'],
  async prepare() {
    return { bins: [], env: { CHART: `${await moduleFolder(module)}/deploy/charts/cert-manager` } };
  },
  programs: [],
});
