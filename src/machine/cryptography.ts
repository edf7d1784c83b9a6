/** What certificates need of a machine. Keys and certificates are given; nothing is drawn by chance. */
export interface Cryptography {
  sha256(bytes: Uint8Array): Uint8Array;
  /**
   * Whether a signature is that of a key.
   * @param hash `sha256`; null where the key's algorithm has its own
   * @param key as encoded in certificates; one that cannot be read verifies nothing
   */
  verifies(
    hash: string | null,
    key: Uint8Array,
    signed: Uint8Array,
    signature: Uint8Array,
  ): boolean;
  /** The bytes of a certificate in PEM or DER. @throws {Error} when it is none */
  certificateBytes(certificate: string | Uint8Array): Uint8Array;
  /** @param pem a private key. @throws {Error} when it is none */
  signingKey(pem: string): SigningKey;
}

/** A private key that signs. */
export interface SigningKey {
  /** `ec`, `rsa`, ... */
  readonly type: string | undefined;
  /** The signature of the SHA-256 of the bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}
