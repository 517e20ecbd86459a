import { decodeEcdsaDer, encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { parseStrings } from '../encoding/json.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { Signer } from '../keys/p256-signer.ts';
import { signedMessageSigner, signedMessageVersion } from '../protocol.ts';
import { StamperError } from '../stamper-error.ts';
import { createP256Verifier } from '../verify/verifier.ts';
import { requireBundleText } from './bundle-text.ts';

/** What a message is bound to: the expected value of each named member of its data. */
export type Bindings = { readonly [name: string]: string };

/** Signs data as the service sends it. */
export async function signMessage(data: Bindings, signer: Signer): Promise<string> {
  for (const [name, value] of Object.entries(data)) requireBinding(name, value);
  const bytes = encodeUtf8(JSON.stringify(data), 'data');
  return JSON.stringify({
    version: signedMessageVersion,
    data: encodeHex(bytes),
    dataSignature: encodeHex(encodeEcdsaDer(await signer.sign(bytes))),
    // Lower case and uncompressed, because clients compare it as text.
    [signedMessageSigner]: encodeHex(p256Keys.parsePublicKey(signer.publicKey, 'signer.publicKey').uncompressed),
  });
}

/**
 * Verifies a signed message and returns the named strings of its data. It checks the signer, then the signature, then the
 * bindings, before it does anything else with the data. The data must not have members with the `absent` names.
 */
export async function openMessage<const Name extends string>(
  text: string,
  part: string,
  signerPublicKey: string,
  expected: Bindings,
  names: readonly Name[],
  absent: readonly string[] = [],
): Promise<Record<Name, string>> {
  for (const [name, value] of Object.entries(expected)) requireBinding(name, value);
  requireBundleText(text, part);
  const message = parseStrings(text, part, ['version', 'data', 'dataSignature', signedMessageSigner], 'ignored');
  if (message.version !== signedMessageVersion) {
    throw new StamperError('VERSION_UNSUPPORTED', `${part}.version`, `is not ${signedMessageVersion}`);
  }
  const signer = p256Keys.parsePublicKey(signerPublicKey, 'signerPublicKey');
  if (p256Keys.parsePublicKey(message[signedMessageSigner], `${part}.${signedMessageSigner}`).hex !== signer.hex) {
    throw new StamperError('SIGNER_UNTRUSTED', `${part}.${signedMessageSigner}`, 'is not the expected signer');
  }
  const bytes = decodeHex(message.data, `${part}.data`);
  const signature = decodeEcdsaDer(decodeHex(message.dataSignature, `${part}.dataSignature`), `${part}.dataSignature`);
  const { verify } = await createP256Verifier(signer);
  if (!(await verify(bytes, signature))) {
    throw new StamperError('SIGNATURE_INVALID', `${part}.dataSignature`, 'does not verify over the data');
  }
  const data: Record<string, unknown> = parseStrings(
    decodeUtf8(bytes, `${part}.data`),
    `${part}.data`,
    names,
    'ignored',
  );
  for (const name of [...Object.keys(expected), ...absent]) {
    if (data[name] !== expected[name]) {
      throw new StamperError('BINDING_MISMATCH', `${part}.data.${name}`, 'is not the expected one');
    }
  }
  return data as Record<Name, string>;
}

/** A missing expectation would match a message that lacks the same member. */
function requireBinding(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw new StamperError('MALFORMED', name, 'is not given');
}
