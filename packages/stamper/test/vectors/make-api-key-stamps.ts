import { stampSchemes } from '../../src/protocol.ts';
import { makeEcdsaStamps } from './make-ecdsa-stamps.ts';
import { makeEd25519Stamps } from './make-ed25519-stamps.ts';
import { makeEip191Stamps } from './make-eip191-stamps.ts';
import { makeStampForms } from './make-stamp-forms.ts';
import type { VectorFile } from './vector.ts';

export function makeApiKeyStamps(): VectorFile {
  return {
    title: 'API-key stamps',
    notes: [
      'input.stamp is the value of the header X-Stamp of a request whose body is the UTF-8 of input.body.',
      'input.curve and input.publicKey are what was stored when the key was registered: they decide, not the stamp.',
      'output is the scheme that the stamp was made with.',
      `The schemes are ${Object.values(stampSchemes).join(', ')}.`,
    ],
    vectors: [
      ...makeEcdsaStamps('p256'),
      ...makeEcdsaStamps('secp256k1'),
      ...makeEip191Stamps(),
      ...makeEd25519Stamps(),
      ...makeStampForms(),
    ],
  };
}
