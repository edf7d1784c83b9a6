/** Signs tokens of service accounts and verifies its own signatures: JSON Web Tokens. */
// eslint-disable-next-line no-restricted-imports -- keys from a seed would be public
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** The claims of a token, as v1.24 writes them. Times in seconds since 1970. */
export interface Claims {
  readonly aud: readonly string[];
  readonly exp: number;
  readonly iat: number;
  readonly iss: string;
  readonly jti?: string;
  readonly 'kubernetes.io': AccountClaims;
  readonly nbf: number;
  readonly sub: string;
}

/** The token's account, and the objects that it is bound to. */
export interface AccountClaims {
  readonly namespace: string;
  readonly pod?: NamedObject;
  readonly secret?: NamedObject;
  readonly node?: NamedObject;
  readonly serviceaccount: NamedObject;
  /** When a token that lives longer than requested starts to cause warnings. */
  readonly warnafter?: number;
}

export interface NamedObject {
  readonly name: string;
  readonly uid: string;
}

/** A public key as `/openid/v1/jwks` shows it. */
export interface PublicKey {
  readonly use: 'sig';
  readonly kty: string;
  readonly kid: string;
  readonly alg: string;
  readonly [parameter: string]: unknown;
}

/** By which tokens are verified. */
interface KnownKey {
  readonly public: KeyObject;
  readonly id: string;
  readonly algorithm: 'ES256' | 'RS256';
}

interface Keys extends KnownKey {
  readonly private: KeyObject;
}

/** The two halves of a signature, concatenated, instead of DER. */
const dsaEncoding = 'ieee-p1363';

/** Returns an EC P-256 key in PEM. */
export function makeTokenKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** @throws {Error} unless it is a private key in PEM that can sign tokens */
export function checkTokenKey(pem: string): void {
  keysOf(pem);
}

/** @throws {Error} unless it is a key or a certificate in PEM that can verify tokens */
export function checkVerifyingKey(pem: string): void {
  knownKeyOf(pem);
}

export class TokenSigner {
  readonly #pem: string | undefined;
  readonly #others: readonly string[];
  #cachedKeys: Keys | undefined;
  #verifying: readonly KnownKey[] | undefined;

  /**
   * @param pem the private key; without one a key is created when first needed
   * @param others keys, private or public, and certificates whose tokens are accepted too
   */
  constructor(pem?: string, others: readonly string[] = []) {
    this.#pem = pem;
    this.#others = others;
  }

  get #keys(): Keys {
    this.#cachedKeys ??= keysOf(this.#pem ?? makeTokenKey());
    return this.#cachedKeys;
  }

  /** All keys whose tokens are accepted, each once; that of this signer first. */
  get #known(): readonly KnownKey[] {
    this.#verifying ??= [
      ...new Map(
        [this.#keys, ...this.#others.map(knownKeyOf)].map((key) => [key.id, key]),
      ).values(),
    ];
    return this.#verifying;
  }

  sign(claims: Claims): string {
    const { private: key, id, algorithm } = this.#keys;
    const signed = `${encoded({ alg: algorithm, kid: id })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding });
    return `${signed}.${signature.toString('base64url')}`;
  }

  /** The claims of a token that one of the keys has signed; undefined for any other text. */
  read(token: string): Claims | undefined {
    const [header, body, signature, ...rest] = token.split('.');
    if (signature === undefined || rest.length > 0) return undefined;
    const algorithm = field(header!, 'alg');
    const signed = Buffer.from(`${header!}.${body!}`);
    const sent = Buffer.from(signature, 'base64url');
    const isOurs = this.#known.some(
      (known) =>
        known.algorithm === algorithm &&
        verify('sha256', signed, { key: known.public, dsaEncoding }, sent),
    );
    return isOurs ? (decoded(body!) as Claims) : undefined;
  }

  /** As `/openid/v1/jwks` shows it. */
  get publicKeys(): readonly PublicKey[] {
    return this.#known.map(({ public: key, id: kid, algorithm: alg }) => {
      const { kty, ...parameters } = key.export({ format: 'jwk' });
      return { use: 'sig', kty: kty!, kid, alg, ...parameters };
    });
  }

  get algorithm(): string {
    return this.#keys.algorithm;
  }
}

function keysOf(pem: string): Keys {
  const key = parsed(() => createPrivateKey(pem));
  return { private: key, ...known(createPublicKey(key)) };
}

function knownKeyOf(pem: string): KnownKey {
  return known(parsed(() => createPublicKey(pem)));
}

function known(key: KeyObject): KnownKey {
  const der = key.export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(der).digest('base64url');
  return { public: key, id, algorithm: algorithmOf(key) };
}

function parsed(parse: () => KeyObject): KeyObject {
  try {
    return parse();
  } catch {
    throw new Error('the key is not in PEM, or has a passphrase');
  }
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  if (type === 'rsa') return 'RS256';
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ES256';
  throw new Error(`the key is of type ${type ?? 'unknown'}; expected EC P-256 or RSA`);
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

function field(part: string, name: string): unknown {
  try {
    return (decoded(part) as Readonly<Record<string, unknown>> | null)?.[name];
  } catch {
    return undefined;
  }
}
