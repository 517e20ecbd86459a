import { clientSecretKeyLabel, hpkeInfo } from '../../src/protocol.ts';
import { hex, utf8 } from './cast.ts';
import { makeClientSecrets } from './make-client-secrets.ts';
import { makeExports } from './make-exports.ts';
import { makeImports, makeTargets } from './make-imports.ts';
import { makeSessionCredentials } from './make-session-credentials.ts';
import type { VectorFile } from './vector.ts';

export async function makeBundles(): Promise<VectorFile> {
  return {
    title: 'Sealed bundles',
    notes: [
      'Each input is what the opener has: the bundle, its own private key, the signer that it trusts, and what it expects.',
      'output is the content: text as it is, bytes in hex. A target has none: a client may seal to it.',
      `info of HPKE, in hex: ${hex(utf8(hpkeInfo))}`,
      `label of client secrets, in hex: ${hex(utf8(clientSecretKeyLabel))}`,
    ],
    vectors: [
      ...(await makeSessionCredentials()),
      ...(await makeExports()),
      ...(await makeTargets()),
      ...(await makeImports()),
      ...(await makeClientSecrets()),
    ],
  };
}
