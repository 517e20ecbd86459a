import type { SigningScheme } from '@mintmark/chains';
import type { Curve } from '@mintmark/chains/addresses';
import { defineTask } from '../../core/ports/define-task.ts';
import type { MadeSignature, Signing } from '../../core/ports/signs-messages.ts';
import { signEd25519 } from '../curves/ed25519.ts';
import * as p256 from '../curves/p256.ts';
import * as secp256k1 from '../curves/secp256k1.ts';

/** Signs messages with private keys: for each key its signatures, in their order. */
export const signMessages = defineTask(
  'sign-messages',
  async ({ signings }: { readonly signings: readonly Signing[] }): Promise<readonly (readonly MadeSignature[])[]> => {
    try {
      return signings.map((signing) =>
        signing.curve === 'CURVE_ED25519' ? signOnEd25519(signing) : signEach(signing),
      );
    } finally {
      secp256k1.secp256k1.clear();
      if (signings.some(({ curve }) => curve === 'CURVE_P256')) p256.p256.clear();
    }
  },
);

/** Signs everything in one task, because reading the secret takes as long as a signature. */
function signOnEd25519({ curve, secret, requests }: Signing): MadeSignature[] {
  for (const { scheme } of requests) if (scheme !== 'ed25519') throw otherScheme(curve, scheme);
  const messages = requests.map(({ message }) => message);
  return signEd25519(secret, messages).map((bytes) => ({ bytes, parity: 0 }));
}

const signEach = ({ curve, secret, requests }: Signing): MadeSignature[] =>
  requests.map(({ scheme, message }) => sign(curve, secret, scheme, message));

function sign(curve: Curve, secret: Uint8Array, scheme: SigningScheme, message: Uint8Array): MadeSignature {
  // The library of secp256k1 must not get a digest of another length.
  if (message.length !== 32) throw new Error('not a digest of 32 bytes');
  if (curve === 'CURVE_P256' && scheme === 'ecdsa') return p256.signEcdsa(secret, message);
  if (curve === 'CURVE_SECP256K1' && scheme === 'ecdsa') return secp256k1.signEcdsa(secret, message);
  if (curve === 'CURVE_SECP256K1' && scheme === 'bip340')
    return { bytes: secp256k1.signBip340(secret, message), parity: 0 };
  if (curve === 'CURVE_SECP256K1' && scheme === 'bip341') {
    const tweaked = secp256k1.tapTweakSecret(secret);
    try {
      return { bytes: secp256k1.signBip340(tweaked, message), parity: 0 };
    } finally {
      tweaked.fill(0);
    }
  }
  throw otherScheme(curve, scheme);
}

const otherScheme = (curve: Curve, scheme: SigningScheme) => new Error(`${curve} does not sign with ${scheme}`);
