/** What a Node binary is: for which system, and of which version. */

export interface NodeBinary {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly arch: 'x64' | 'arm64';
  /** `v20.19.0`; absent where it does not say where its headers are. */
  readonly version?: string;
}

/** By this mark Node finds out that it holds a program. */
export const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const elf = 0x46_4c_45_7f;
const machO = 0xfe_ed_fa_cf;
const portable = 0x5a_4d;
const archs: Readonly<Record<number, NodeBinary['arch']>> = {
  62: 'x64',
  183: 'arm64',
  0x01_00_00_07: 'x64',
  0x01_00_00_0c: 'arm64',
  0x86_64: 'x64',
  0xaa_64: 'arm64',
};

/**
 * Reads the header of an executable.
 * @throws {Error} when it is not a Node that can hold a program, with the reason
 */
export function nodeBinaryOf(bytes: Buffer): NodeBinary {
  const [platform, machine] = machineOf(bytes);
  const arch = archs[machine];
  if (arch === undefined) throw new Error(`it is for a machine that is neither x64 nor arm64`);
  if (!bytes.includes(`${fuse}:0`)) {
    throw new Error('it is not a Node that can hold a program, or it holds one already');
  }
  const release = 'https://nodejs.org/download/release/v';
  const from = bytes.indexOf(release);
  const text = from < 0 ? '' : bytes.toString('latin1', from, from + release.length + 20);
  const version = /\/(v\d+\.\d+\.\d+)\//.exec(text)?.[1];
  return { platform, arch, ...(version !== undefined && { version }) };
}

function machineOf(bytes: Buffer): readonly [NodeBinary['platform'], number] {
  if (bytes.length < 0x1000) throw new Error('it is not an executable');
  if (bytes.readUInt32LE(0) === elf) return ['linux', bytes.readUInt16LE(0x12)];
  if (bytes.readUInt32LE(0) === machO) return ['darwin', bytes.readUInt32LE(4)];
  const header = bytes.readUInt16LE(0) === portable ? bytes.readUInt32LE(0x3c) : undefined;
  if (header === undefined || header + 6 > bytes.length) {
    throw new Error('it is not an executable of Linux, macOS or Windows');
  }
  return ['win32', bytes.readUInt16LE(header + 4)];
}
