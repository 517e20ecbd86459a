import { writeFile } from 'node:fs/promises';
import { stamperErrorCodes } from '../../src/stamper-error.ts';
import { makeApiKeyStamps } from './make-api-key-stamps.ts';
import { makeAttestedStamps } from './make-attested-stamps.ts';
import { makeBundles } from './make-bundles.ts';
import { makeEncodings } from './make-encodings.ts';
import { makePublicKeys } from './make-public-keys.ts';
import { makeTokens } from './make-tokens.ts';
import { makeWebAuthn } from './make-webauthn.ts';
import type { VectorFile } from './vector.ts';

/** What makes each file of the published vectors. The keys come from names, so that each time makes the same. */
export const makers: { readonly [file: string]: () => VectorFile | Promise<VectorFile> } = {
  'encodings.json': makeEncodings,
  'public-keys.json': makePublicKeys,
  'api-key-stamps.json': makeApiKeyStamps,
  'webauthn.json': makeWebAuthn,
  'attested-stamps.json': makeAttestedStamps,
  'bundles.json': makeBundles,
  'tokens.json': makeTokens,
};

export const vectorsDirectory = new URL('../../vectors/', import.meta.url);

/** The file as it is published, with the reasons that occur in it explained. */
export function textOf({ title, notes, vectors }: VectorFile): string {
  const occurring = new Set(vectors.map(({ reason }) => reason));
  const reasons = Object.fromEntries(Object.entries(stamperErrorCodes).filter(([code]) => occurring.has(code)));
  return `${JSON.stringify({ title, notes, reasons, vectors }, null, 2)}\n`;
}

if (import.meta.main) {
  for (const [name, make] of Object.entries(makers)) {
    const file = await make();
    await writeFile(new URL(name, vectorsDirectory), textOf(file));
    console.log(`${name}: ${file.vectors.length} vectors`);
  }
}
