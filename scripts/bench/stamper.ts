import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import {
  type Curve,
  createEd25519Stamper,
  createP256Stamper,
  createSecp256k1Stamper,
  exportPem,
  generatePrivateKey,
  type PrivateKey,
} from '@mintmark/stamper';
import { openSessionCredential, sealSessionCredential } from '@mintmark/stamper/bundles';
import { createVerifier, decodeApiKeyStamp, verifyApiKeyStamp } from '@mintmark/stamper/verify';
import { native as web } from '../../packages/stamper/src/native/web.ts';
import { inFlight, oneByOne, type Race, race } from './race.ts';

/** As long as a typical request that creates a user. */
const body = new TextEncoder().encode('{"type":"ACTIVITY_TYPE_CREATE_USERS_V4"}'.padEnd(723));
const lanes = 8;

const stampers = { p256: createP256Stamper, secp256k1: createSecp256k1Stamper, ed25519: createEd25519Stamper };

/** Compares the speed of stamps and bundles with that of the node:crypto calls that they need at least. */
export async function benchStamper(): Promise<void> {
  console.log('stamper, beside node:crypto            ratio   aim    each/s  raw each/s');
  await benchStamping();
  await benchVerification();
  await benchBundles();
}

async function benchStamping(): Promise<void> {
  for (const curve of ['p256', 'secp256k1', 'ed25519'] as const) {
    const { key, keyObject, algorithm } = makeKey(curve);
    const raw = oneByOne(() => sign(algorithm, body, keyObject));
    const stamper = stampers[curve](key.toApiKey());
    print(
      `stamp, ${curve}`,
      await race(
        raw,
        oneByOne(() => stamper.stamp(body)),
      ),
      curve === 'p256' ? 0.8 : undefined,
    );
    if (curve !== 'p256') continue;
    const webStamper = createP256Stamper(key.toApiKey(), web.p256);
    print(
      `stamp, ${curve} by WebCrypto`,
      await race(
        raw,
        oneByOne(() => webStamper.stamp(body)),
      ),
    );
  }
}

async function benchVerification(): Promise<void> {
  for (const curve of ['p256', 'secp256k1', 'ed25519'] as const) {
    const { key, keyObject, algorithm } = makeKey(curve);
    const publicKey = createPublicKey(keyObject);
    const signature = sign(algorithm, body, keyObject);
    const { value } = await stampers[curve](key.toApiKey()).stamp(body);
    const credential = await createVerifier(key.publicKey);
    const raw = () =>
      new Promise<void>((resolve, reject) => {
        verify(algorithm, body, publicKey, signature, (error, isValid) => (isValid ? resolve() : reject(error)));
      });
    const decoded = decodeApiKeyStamp(value);
    if (!decoded.ok) throw decoded.error;
    const { stamp } = decoded;
    const verified = async () => {
      const verdict = await verifyApiKeyStamp({ stamp, body, credential });
      if (!verdict.ok) throw verdict.error;
    };
    const decodedToo = () => {
      decodeApiKeyStamp(value);
      return verified();
    };
    const aim = curve === 'p256' ? 0.85 : undefined;
    print(`verify, ${curve}`, await race(oneByOne(raw), oneByOne(verified)), aim);
    print(`verify, ${curve}, ${lanes} in flight`, await race(inFlight(lanes, raw), inFlight(lanes, verified)), aim);
    print(`decode and verify, ${curve}`, await race(oneByOne(raw), oneByOne(decodedToo)));
  }
}

async function benchBundles(): Promise<void> {
  const { key: target, keyObject } = makeKey('p256');
  const { key: sessionKey } = makeKey('p256');
  const secret = sessionKey.bytes();
  const targetPublic = createPublicKey(keyObject);
  const rawBundle = rawSeal(secret, targetPublic);
  const bundle = await sealSessionCredential(sessionKey, target.publicKey.hex);
  print(
    'seal a session credential',
    await race(
      oneByOne(() => rawSeal(secret, targetPublic)),
      oneByOne(() => sealSessionCredential(sessionKey, target.publicKey.hex)),
    ),
  );
  print(
    'open a session credential',
    await race(
      oneByOne(() => rawOpen(rawBundle, keyObject)),
      oneByOne(() => openSessionCredential(bundle, target)),
    ),
  );
}

function makeKey(curve: Curve): { key: PrivateKey; keyObject: KeyObject; algorithm: string | null } {
  const key = generatePrivateKey(curve);
  return { key, keyObject: createPrivateKey(exportPem(key)), algorithm: curve === 'ed25519' ? null : 'sha256' };
}

interface RawBundle {
  readonly ephemeral: KeyObject;
  readonly iv: Uint8Array;
  readonly ciphertext: Uint8Array;
  readonly tag: Uint8Array;
}

/** The minimum work of sealing to a key: key generation, key agreement, key derivation and encryption. */
function rawSeal(secret: Uint8Array, target: KeyObject): RawBundle {
  const { privateKey, publicKey: ephemeral } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', rawKey(privateKey, target), iv);
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
  return { ephemeral, iv, ciphertext, tag: cipher.getAuthTag() };
}

function rawOpen({ ephemeral, iv, ciphertext, tag }: RawBundle, target: KeyObject): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', rawKey(target, ephemeral), iv).setAuthTag(tag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

function rawKey(privateKey: KeyObject, publicKey: KeyObject): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', diffieHellman({ privateKey, publicKey }), '', '', 32));
}

function print(title: string, { ratio, rate, referenceRate }: Race, aim?: number): void {
  const columns = [
    ratio.toFixed(2).padStart(6),
    (aim === undefined ? '' : `≥ ${aim}`).padStart(7),
    rate.toFixed(0).padStart(8),
    referenceRate.toFixed(0).padStart(10),
  ];
  console.log(`  ${title.padEnd(36)}${columns.join(' ')}`);
}
