import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Writable, writeCbor } from './cbor-writer.ts';

/** The COSE numbers of the algorithms that the test authenticator supports. */
const coseNumbers = { ES256: -7, EdDSA: -8, RS256: -257 } as const;

export type TestAlgorithm = keyof typeof coseNumbers;
export const testAlgorithms = ['ES256', 'EdDSA', 'RS256'] as const satisfies readonly TestAlgorithm[];

export const flag = { UP: 0x01, UV: 0x04, BE: 0x08, BS: 0x10, AT: 0x40, ED: 0x80 } as const;

/** The content of a ceremony. A test can set each member to a wrong value. */
export interface Ceremony {
  type?: unknown;
  challenge?: unknown;
  origin?: unknown;
  /** Additional members of the client data. */
  clientData?: Record<string, unknown>;
  clientDataJson?: Uint8Array;
  rpId?: string;
  flags?: number;
  signCount?: number;
  /** Extensions as CBOR, at the end of the authenticator data; sets the extension flag. */
  extensions?: Uint8Array;
  /** Bytes that no flag announces. */
  trailing?: Uint8Array;
  /** Bytes to send instead of the signed ones. */
  swapAuthenticatorData?: (bytes: Uint8Array) => Uint8Array;
  swapSignature?: (bytes: Uint8Array) => Uint8Array;
}

export interface RegistrationCeremony extends Ceremony {
  cose?: Map<number | string, Writable>;
  credentialIdLength?: number;
  format?: string;
  statement?: Writable;
  attestationObject?: Uint8Array;
}

export const rpId = 'example.com';
export const origin = 'https://app.example.com';

/** An authenticator and its browser, in software. */
export class SoftwareAuthenticator {
  readonly algorithm: TestAlgorithm;
  readonly credentialId: Uint8Array;
  readonly aaguid = randomBytes(16);
  readonly publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor(algorithm: TestAlgorithm, credentialId: Uint8Array = randomBytes(32)) {
    const pair = keyPair(algorithm);
    this.algorithm = algorithm;
    this.credentialId = credentialId;
    this.publicKey = pair.publicKey;
    this.#privateKey = pair.privateKey;
  }

  get cose(): Map<number | string, Writable> {
    return coseOf(this.publicKey, this.algorithm);
  }

  sign(message: Uint8Array): Uint8Array {
    return sign(this.algorithm === 'EdDSA' ? null : 'sha256', message, this.#privateKey);
  }

  /** The attestation of the contract. */
  register(challenge: string, ceremony: RegistrationCeremony = {}) {
    const clientDataJson = clientDataOf({ type: 'webauthn.create', challenge, ...ceremony });
    const id = ceremony.credentialIdLength ?? this.credentialId.length;
    const credential = Buffer.concat([
      this.aaguid,
      Uint8Array.of(id >> 8, id & 255),
      this.credentialId,
      writeCbor(ceremony.cose ?? this.cose),
    ]);
    const flags = ceremony.flags ?? flag.UP | flag.UV | flag.AT;
    const data = authenticatorDataOf({ ...ceremony, flags }, (flags & flag.AT) !== 0 ? credential : new Uint8Array());
    const authData = ceremony.swapAuthenticatorData?.(data) ?? data;
    const format = ceremony.format ?? 'none';
    const self = () => {
      const signature = this.sign(Buffer.concat([data, sha256(clientDataJson)]));
      return new Map<string, Writable>([
        ['alg', coseNumbers[this.algorithm]],
        ['sig', ceremony.swapSignature?.(signature) ?? signature],
      ]);
    };
    const statement = ceremony.statement ?? (format === 'packed' ? self() : new Map());
    const object = new Map<string, Writable>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    return {
      credentialId: base64url(this.credentialId),
      clientDataJson: base64url(clientDataJson),
      attestationObject: base64url(ceremony.attestationObject ?? writeCbor(object)),
      transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
    };
  }

  /** The members of a passkey stamp. */
  assert(challenge: string, ceremony: Ceremony = {}) {
    const clientDataJson = clientDataOf({ type: 'webauthn.get', challenge, ...ceremony });
    const data = authenticatorDataOf({ flags: flag.UP | flag.UV, ...ceremony }, new Uint8Array());
    const signature = this.sign(Buffer.concat([data, sha256(clientDataJson)]));
    return {
      authenticatorData: base64url(ceremony.swapAuthenticatorData?.(data) ?? data),
      clientDataJson: base64url(clientDataJson),
      credentialId: base64url(this.credentialId),
      signature: base64url(ceremony.swapSignature?.(signature) ?? signature),
    };
  }
}

/** A new authenticator of each algorithm. */
export function oneOfEach(): { readonly [algorithm in TestAlgorithm]: SoftwareAuthenticator } {
  return {
    ES256: new SoftwareAuthenticator('ES256'),
    EdDSA: new SoftwareAuthenticator('EdDSA'),
    RS256: new SoftwareAuthenticator('RS256'),
  };
}

/** The challenge of a body, computed independently of the stamper. */
export function challengeOf(body: Uint8Array | string): string {
  return Buffer.from(createHash('sha256').update(body).digest('hex')).toString('base64url');
}

export function coseOf(publicKey: KeyObject, algorithm: TestAlgorithm): Map<number, Writable> {
  const jwk = publicKey.export({ format: 'jwk' });
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
  const alg = coseNumbers[algorithm];
  if (algorithm === 'ES256') {
    return new Map<number, Writable>([
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ]);
  }
  if (algorithm === 'EdDSA') {
    return new Map<number, Writable>([
      [1, 1],
      [3, alg],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ]);
  }
  return new Map<number, Writable>([
    [1, 3],
    [3, alg],
    [-1, bytes(jwk.n)],
    [-2, bytes(jwk.e)],
  ]);
}

function sha256(bytes: Uint8Array | string): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function keyPair(algorithm: TestAlgorithm) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function clientDataOf(ceremony: Ceremony): Uint8Array {
  if (ceremony.clientDataJson) return ceremony.clientDataJson;
  const { type, challenge } = ceremony;
  const members = { type, challenge, origin: ceremony.origin ?? origin, crossOrigin: false, ...ceremony.clientData };
  return Buffer.from(JSON.stringify(members));
}

function authenticatorDataOf(ceremony: Ceremony, credential: Uint8Array): Uint8Array {
  const { extensions = new Uint8Array(), trailing = new Uint8Array() } = ceremony;
  const head = Buffer.alloc(5);
  head[0] = (ceremony.flags ?? 0) | (ceremony.extensions ? flag.ED : 0);
  head.writeUInt32BE(ceremony.signCount ?? 0, 1);
  return Buffer.concat([sha256(ceremony.rpId ?? rpId), head, credential, extensions, trailing]);
}
