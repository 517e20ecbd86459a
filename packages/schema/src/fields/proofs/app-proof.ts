import { z } from 'zod';
import { component } from '../../component.ts';
import { compactSignature, hexBytes, text } from '../../vocabulary.ts';

export const AppProofScheme = component(
  'AppProofScheme',
  'How an app proof is signed: ECDSA over P-256 with an ephemeral key.',
  z.enum(['SIGNATURE_SCHEME_EPHEMERAL_KEY_P256']),
);

export const AppProof = component(
  'AppProof',
  'A statement of an app about what it did, signed with the key that its boot proof names.',
  z.object({
    scheme: AppProofScheme,
    publicKey: hexBytes('Ephemeral public key of the app: its encryption point and its signing point, as hex.'),
    proofPayload: text('What is stated, as JSON text.'),
    signature: compactSignature('Signature over the hashed payload, r and s as hex.'),
  }),
);
