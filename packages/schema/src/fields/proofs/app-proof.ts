import { z } from 'zod';
import { component } from '../../component.ts';
import { compactSignature, hexBytes, text } from '../../vocabulary.ts';

export const AppProofScheme = component(
  'AppProofScheme',
  'The signature scheme of an app proof: ECDSA over P-256 with an ephemeral key.',
  z.enum(['SIGNATURE_SCHEME_EPHEMERAL_KEY_P256']),
);

export const AppProof = component(
  'AppProof',
  'A statement by an app about what it did, signed with the key in its boot proof.',
  z.object({
    scheme: AppProofScheme,
    publicKey: hexBytes('Ephemeral public key of the app: its encryption point and its signing point, as hex.'),
    proofPayload: text('The statement, as JSON text.'),
    signature: compactSignature('Signature over the hashed payload, r and s as hex.'),
  }),
);
