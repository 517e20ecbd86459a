import { z } from 'zod';
import { component } from '../../component.ts';
import { boundedText, nonEmptyText } from '../../vocabulary.ts';

/** The key that signs. */
export const signWith = () =>
  boundedText(
    'The key to sign with: the address of a wallet account, an address of a private key, or the ID of a private key.',
    256,
  );

export const payload = () =>
  nonEmptyText(
    'The payload, in its encoding: hex with or without 0x, text, the JSON of EIP-712 typed data, or the JSON of an EIP-7702 authorization with address, chainId and nonce.',
  );

export const PayloadEncoding = component(
  'PayloadEncoding',
  'The encoding of a payload.',
  z.enum(
    [
      'PAYLOAD_ENCODING_HEXADECIMAL',
      'PAYLOAD_ENCODING_TEXT_UTF8',
      'PAYLOAD_ENCODING_EIP712',
      'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
    ],
    'invalid payload encoding',
  ),
);

export const HashFunction = component(
  'HashFunction',
  'How a payload is hashed before signing: not at all, because it is already a 32-byte digest (NO_OP), with a hash function, or by ed25519 itself (NOT_APPLICABLE). EIP-712 and EIP-7702 payloads have their own digest and take NO_OP.',
  z.enum(
    ['HASH_FUNCTION_NO_OP', 'HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256', 'HASH_FUNCTION_NOT_APPLICABLE'],
    'invalid hash function',
  ),
);
