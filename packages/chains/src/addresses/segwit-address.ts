import { bech32, bech32m } from '@scure/base';

/** Encodes a witness program: in Bech32 for version 0 (BIP-173), in Bech32m for later versions (BIP-350). */
export function encodeSegwit(prefix: string, version: 0 | 1, program: Uint8Array): string {
  const encoding = version === 0 ? bech32 : bech32m;
  return encoding.encode(prefix, [version, ...encoding.toWords(program)]);
}
