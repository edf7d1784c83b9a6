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
  readonly 'kubernetes.io': AccountClaims;
  readonly nbf: number;
  readonly sub: string;
}

/** The token's account, and the objects that it is bound to. */
export interface AccountClaims {
  readonly namespace: string;
  readonly pod?: NamedObject;
  readonly secret?: NamedObject;
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

interface Keys {
  readonly private: KeyObject;
  readonly public: KeyObject;
  readonly id: string;
  readonly algorithm: 'ES256' | 'RS256';
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

export class TokenSigner {
  readonly #pem: string | undefined;
  #made: Keys | undefined;

  /** @param pem the private key; without one a key is created when first needed */
  constructor(pem?: string) {
    this.#pem = pem;
  }

  get #keys(): Keys {
    this.#made ??= keysOf(this.#pem ?? makeTokenKey());
    return this.#made;
  }

  sign(claims: Claims): string {
    const { private: key, id, algorithm } = this.#keys;
    const signed = `${encoded({ alg: algorithm, kid: id })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding });
    return `${signed}.${signature.toString('base64url')}`;
  }

  /** The claims of a token that this key has signed; undefined for any other text. */
  read(token: string): Claims | undefined {
    const [header, body, signature, ...rest] = token.split('.');
    if (signature === undefined || rest.length > 0) return undefined;
    const { public: key, algorithm } = this.#keys;
    if (field(header!, 'alg') !== algorithm) return undefined;
    const signed = Buffer.from(`${header!}.${body!}`);
    const isOurs = verify(
      'sha256',
      signed,
      { key, dsaEncoding },
      Buffer.from(signature, 'base64url'),
    );
    return isOurs ? (decoded(body!) as Claims) : undefined;
  }

  /** As `/openid/v1/jwks` shows it. */
  get publicKey(): PublicKey {
    const { public: key, id: kid, algorithm: alg } = this.#keys;
    const { kty, ...parameters } = key.export({ format: 'jwk' });
    return { use: 'sig', kty: kty!, kid, alg, ...parameters };
  }

  get algorithm(): string {
    return this.#keys.algorithm;
  }
}

function keysOf(pem: string): Keys {
  const key = parsed(pem);
  const publicKey = createPublicKey(key);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(der).digest('base64url');
  return { private: key, public: publicKey, id, algorithm: algorithmOf(key) };
}

function parsed(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
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
