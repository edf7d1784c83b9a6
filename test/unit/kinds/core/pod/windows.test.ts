/** Pods that say on which operating system they run, and what users of Windows are called. */
import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#types';
import {
  validateHostProcesses,
  validateSystem,
  validateWindowsOptions,
} from '../../../../../src/kinds/core/pod/validation/windows.ts';
import { messages, texts } from '../../samples.ts';

describe('a user of Windows', () => {
  const netbios = "runAsUserName's Domain doesn't match the NetBios nor the DNS format";
  const characters = `runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`;
  const periods = "runAsUserName's User cannot contain only periods or spaces";
  it.each<[name: string, ...faults: string[]]>([
    ['user'],
    ['a'.repeat(104)],
    ['DOMAIN\\user'],
    ['a b\\user'],
    ['sub.example.com\\user name'],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}\\user`],
    ['', 'runAsUserName cannot be an empty string'],
    ['a\tb', 'runAsUserName cannot contain control characters'],
    ['a\u007f', 'runAsUserName cannot contain control characters'],
    ['a\\b\\c', 'runAsUserName cannot contain more than one backslash'],
    ['\\user', netbios],
    ['.a\\user', netbios],
    [`${'a'.repeat(15)}\\user`],
    [`${'a'.repeat(15)}_\\user`, netbios],
    [`${'a'.repeat(64)}\\user`, netbios],
    ['long.sub.example.com-\\user', netbios],
    [
      `${'a'.repeat(63)}.${'a'.repeat(63)}.${'a'.repeat(63)}.${'a'.repeat(64)}\\user`,
      "runAsUserName's Domain length must be under 256 characters",
      netbios,
    ],
    ['DOMAIN\\', "runAsUserName's User cannot be empty"],
    ['a'.repeat(105), "runAsUserName's User length must not be longer than 104 characters"],
    ['. .', periods],
    ['..a'],
    ...[...'"/:;|=,+*?<>@[]'].map((each): [string, string] => [`a${each}`, characters]),
  ])('%j', (runAsUserName, ...faults) => {
    const found = texts((errors) => validateWindowsOptions(errors, { runAsUserName }, 'w'));
    const shown = JSON.stringify(runAsUserName).replaceAll('\u007f', '\\x7f');
    expect(found).toEqual(
      faults.map((fault) => `w.runAsUserName: Invalid value: ${shown}: ${fault}`),
    );
  });

  it.each<[options: object | undefined, ...errors: string[]]>([
    [undefined],
    [{}],
    [{ gmsaCredentialSpecName: 'a.b', gmsaCredentialSpec: 'x'.repeat(65_536) }],
    [
      { gmsaCredentialSpecName: 'A' },
      `w.gmsaCredentialSpecName: Invalid value: "A": ${messages.subdomain}`,
    ],
    [
      { gmsaCredentialSpec: '' },
      'w.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string',
    ],
    [
      { gmsaCredentialSpec: `ä${'x'.repeat(65_535)}` },
      `w.gmsaCredentialSpec: Invalid value: "ä${'x'.repeat(65_535)}": gmsaCredentialSpec size must be under 64 KiB`,
    ],
  ])('has further options', (options, ...errors) => {
    expect(texts((found) => validateWindowsOptions(found, options, 'w'))).toEqual(errors);
  });
});

/** A container with these options of Windows. */
const withOptions = (hostProcess?: boolean): object => ({
  securityContext: { windowsOptions: hostProcess === undefined ? {} : { hostProcess } },
});

describe('processes of the host', () => {
  const network =
    's.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers';
  const all =
    's: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers';
  const differs = (at: string, own: boolean): string =>
    `s.${at}.securityContext.windowsOptions.hostProcess: Invalid value: ${own}: pod hostProcess value must be identical if both are specified, was ${!own}`;
  it.each<[spec: object, ...errors: string[]]>([
    [{ containers: [{}] }],
    [{ containers: [withOptions()] }],
    [{ containers: [withOptions(false), {}] }],
    [{ containers: [withOptions(true)] }, network],
    [{ containers: [withOptions(true)], hostNetwork: true }],
    [{ containers: [withOptions(true), {}], hostNetwork: true }, all],
    [{ containers: [withOptions(true), withOptions(false)] }, all, network],
    [{ ...withOptions(true), containers: [{}, withOptions(true)], hostNetwork: true }],
    [{ ...withOptions(true), containers: [{}] }, network],
    [
      { ...withOptions(true), containers: [withOptions(false)], hostNetwork: true },
      differs('containers[0]', false),
    ],
    [
      { ...withOptions(true), containers: [withOptions(false), withOptions(false)] },
      differs('containers[0]', false),
      differs('containers[1]', false),
    ],
    [
      { ...withOptions(false), initContainers: [withOptions(true)], hostNetwork: true },
      differs('initContainers[0]', true),
    ],
    [
      {
        ...{ initContainers: [{}], containers: [{}], hostNetwork: true },
        ephemeralContainers: [withOptions(true)],
      },
      all,
    ],
  ])('%j', (spec, ...errors) => {
    expect(texts((found) => validateHostProcesses(found, spec as PodSpec, 's'))).toEqual(errors);
  });
});

describe('an operating system', () => {
  const errorsOf = (spec: object): readonly string[] =>
    texts((found) => validateSystem(found, spec as PodSpec, 's'));
  const linux = 'Forbidden: windows options cannot be set for a linux pod';
  const windows = 'Forbidden: cannot be set for a windows pod';

  it.each<[spec: object, ...errors: string[]]>([
    [withOptions()],
    [{ os: {} }, 's.os.name: Required value: cannot be empty'],
    [
      { os: { name: 'plan9' } },
      's.os: Unsupported value: "plan9": supported values: "linux", "windows"',
    ],
    [{ os: { name: 'linux' }, containers: [{}], hostPID: true }],
    [
      { os: { name: 'linux' }, ...withOptions(), containers: [{}, withOptions()] },
      `s.securityContext.windowsOptions: ${linux}`,
      `s.containers[1].securityContext.windowsOptions: ${linux}`,
    ],
    [{ os: { name: 'windows' }, ...withOptions(), containers: [withOptions(), {}] }],
    [{ os: { name: 'windows' }, hostPID: false, hostIPC: false, securityContext: { sysctls: [] } }],
  ])('%j', (spec, ...errors) => {
    expect(errorsOf(spec)).toEqual(errors);
  });

  it.each([
    ...['seLinuxOptions', 'seccompProfile', 'fsGroup', 'fsGroupChangePolicy'],
    ...['runAsUser', 'runAsGroup', 'supplementalGroups'],
  ])('Windows has no %s', (part) => {
    const spec = { os: { name: 'windows' }, securityContext: { [part]: 0 } };
    expect(errorsOf(spec)).toEqual([`s.securityContext.${part}: ${windows}`]);
  });

  it('Windows has no system controls, and nothing of the host', () => {
    const spec = { hostPID: true, hostIPC: true, shareProcessNamespace: false };
    const securityContext = { sysctls: [{}] };
    expect(errorsOf({ os: { name: 'windows' }, ...spec, securityContext })).toEqual(
      ['hostPID', 'hostIPC', 'securityContext.sysctls', 'shareProcessNamespace'].map(
        (part) => `s.${part}: ${windows}`,
      ),
    );
  });

  it.each([
    ...['seLinuxOptions', 'seccompProfile', 'capabilities', 'readOnlyRootFilesystem', 'privileged'],
    ...['allowPrivilegeEscalation', 'procMount', 'runAsUser', 'runAsGroup'],
  ])('Windows has no %s in containers', (part) => {
    for (const list of ['initContainers', 'containers', 'ephemeralContainers']) {
      const spec = {
        os: { name: 'windows' },
        [list]: [{}, { securityContext: { [part]: false } }],
      };
      expect(errorsOf(spec)).toEqual([`s.${list}[1].securityContext.${part}: ${windows}`]);
    }
  });
});
