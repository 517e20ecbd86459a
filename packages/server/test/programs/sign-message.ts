/** Signs a message on a curve, wipes the key, and prints the signature. The arguments are the name of the key and the curve. */
import { hash } from 'node:crypto';
import { copySecret } from '../../src/custody/secrets/secret-buffer.ts';
import { signMessages } from '../../src/custody/tasks/sign-messages.ts';
import { collectGarbage } from '../../src/custody/threads/collect-garbage.ts';

const [name = '', curve = ''] = process.argv.slice(2);

/** The control: a scan has to find it. */
export const kept = hash('sha256', `${name} kept`, 'buffer');

const digest = hash('sha256', name, 'buffer');
const secret = copySecret(digest);
digest.fill(0);
const schemes = { CURVE_SECP256K1: ['ecdsa', 'bip340', 'bip341'], CURVE_P256: ['ecdsa'], CURVE_ED25519: ['ed25519'] };
const key = { curve: curve as keyof typeof schemes, secret: new Uint8Array(secret.buffer) };
const requests = (schemes[key.curve] as ('ecdsa' | 'bip340' | 'bip341' | 'ed25519')[]).map((scheme) => ({
  scheme,
  message: new Uint8Array(32).fill(7),
}));
const [signatures = []] = await signMessages.work({ signings: [{ ...key, requests }] });
secret.fill(0);
// As threads do when they are idle.
if (curve === 'CURVE_ED25519') collectGarbage();
console.log(JSON.stringify(signatures.map(({ bytes }) => Buffer.from(bytes).toString('hex'))));
process.stdin.resume();
