import { z } from 'zod';
import { component } from '../../component.ts';
import { compactSignature, nonEmptyText, p256PublicKey } from '../../vocabulary.ts';

export const ClientSignatureScheme = component(
  'ClientSignatureScheme',
  'The scheme of a client signature: ECDSA over P-256 with SHA-256.',
  z.enum(['CLIENT_SIGNATURE_SCHEME_API_P256']),
);

export const ClientSignature = component(
  'ClientSignature',
  'Proof that the holder of a verification token also holds the key that the token names.',
  z.strictObject({
    publicKey: p256PublicKey('Public key of the signer, compressed.'),
    scheme: ClientSignatureScheme,
    message: nonEmptyText('The exact text that was signed: a JSON object that names the token and its use.'),
    signature: compactSignature('Signature over the message, r and s as hex.'),
  }),
);
