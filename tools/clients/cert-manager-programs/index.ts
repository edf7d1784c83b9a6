/** cert-manager by its own chart, with its programs: controller, webhook and injector of authorities. */
import { deployed } from '../deployed.ts';
import { givenFolder } from '../given.ts';
import { moduleFolder } from '../go-modules.ts';

const exact = 'v1.21.1';
const names = ['controller', 'webhook', 'cainjector'] as const;

/** Each runs as the pod of its Deployment. */
export const certManagerPrograms = deployed({
  name: 'cert-manager-programs',
  version: '1.21',
  exact,
  does: "its chart with its programs, each with the rights of its account: certificates by its own and another authority, renewed, refused by its webhook through its Service; and an account's missing right",
  kubernetes: ['1.34', '1.37'],
  async prepare(cache) {
    const programs = names.map((name) => `cert-manager-${name}`);
    const folder = givenFolder(cache, `cert-manager-${exact}`, programs);
    const sources = await moduleFolder(`github.com/cert-manager/cert-manager@${exact}`);
    return { bins: [folder], env: { CHART: `${sources}/deploy/charts/cert-manager` } };
  },
  programs: names.map((name) => {
    const deployment = name === 'controller' ? 'cert-manager' : `cert-manager-${name}`;
    return { account: `cert-manager/${deployment}`, deployment, line: [`cert-manager-${name}`] };
  }),
});
