import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { HashFunction, PayloadEncoding, payload, signWith } from '../../fields/signing/raw-payload.ts';
import { signature } from '../../fields/signing/signature.ts';
import { id } from '../../vocabulary.ts';

const what = () => ({ payload: payload(), encoding: PayloadEncoding, hashFunction: HashFunction });

const examplePayload = {
  payload: example.transactionDigest,
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const,
  hashFunction: 'HASH_FUNCTION_NO_OP' as const,
};

export default defineActivity(
  'sign_raw_payload',
  {
    tag: 'Signing',
    summary: 'Sign a raw payload',
    description:
      'Signs a payload with a wallet account or a private key. Signatures for Taproot addresses use BIP-340 with the key tweaked according to BIP-341; for Spark addresses, BIP-340; for all other secp256k1 and P-256 keys, deterministic low-s ECDSA. ed25519 keys require HASH_FUNCTION_NOT_APPLICABLE; other keys do not accept it.',
    intent: version(2, z.strictObject({ signWith: signWith(), ...what() })),
    result: version(1, z.object(signature)),
    policy: { resource: 'PRIVATE_KEY', action: 'SIGN' },
    errors: ['INVALID_PAYLOAD', 'RESOURCE_NOT_FOUND'],
    example: {
      parameters: { signWith: example.walletAddress, ...examplePayload },
      result: example.transactionSignature,
    },
  },
  superseded(1, {
    change: 'Version 2 takes signWith, which can also be an address, instead of privateKeyId.',
    parameters: z.strictObject({ privateKeyId: id('The private key to sign with.'), ...what() }),
    upgrade: ({ privateKeyId, ...rest }) => ({ signWith: privateKeyId, ...rest }),
    example: { privateKeyId: example.privateKeyId, ...examplePayload },
  }),
);
