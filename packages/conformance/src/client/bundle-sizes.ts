import { gzipSync } from 'node:zlib';
import { createAuthProxyClient } from '@mintmark/client';
import * as operations from '@mintmark/client/operations';
import { type Bundle, bundle } from '../bundle.ts';

/** The imports of an app, as the source of a module. */
export interface Part {
  readonly title: string;
  readonly source: string;
  /** The most bytes that it may add to a browser app, minified and gzipped. */
  readonly limit?: number;
}

export interface MeasuredBundle extends Bundle {
  readonly bytes: number;
  readonly gzipped: number;
}

/** Imports these names from a package, or everything. */
export const importOf = (door: string, names?: readonly string[]): string =>
  `export ${names ? `{ ${names.join(', ')} }` : '*'} from '${door}';\n`;

export const stampers: readonly string[] = [
  ...['createP256Stamper', 'createEd25519Stamper', 'createSecp256k1Stamper', 'createEip191Stamper'],
  ...['createSolanaStamper', 'createWebAuthnStamper', 'createPasskey', 'openIndexedDbStamper'],
  ...['createAttestedStamper', 'nonceOfKey'],
];

/** The functions for bundles that a client needs. The others are for the service. */
export const clientBundles: readonly string[] = [
  'p256Keys',
  ...['openSessionCredential', 'openExportedMnemonic', 'openExportedPrivateKey', 'sealImportedMnemonic'],
  ...['sealImportedPrivateKey', 'sealOtp', 'sealClientSecret'],
];

const wholeClient = importOf('@mintmark/client');
const p256Stamper = importOf('@mintmark/stamper', ['createP256Stamper']);
const everySigner = importOf('@mintmark/stamper', stampers) + importOf('@mintmark/stamper/bundles', clientBundles);

export const clientAlone: Part = {
  title: 'client alone',
  source: importOf('@mintmark/client', ['createClient']),
};

export const oneMethodAlone: Part = {
  title: 'one method alone',
  source: importOf('@mintmark/client/core', ['createClient']) + importOf('@mintmark/client/operations', ['whoami']),
};

export const authProxyClientAlone: Part = {
  title: 'auth-proxy client alone',
  source: importOf('@mintmark/client', ['createAuthProxyClient']),
};

/** The library that the client is built on, resolved from the client, so that the version is the same. */
export const openapiFetchAlone: Part = {
  title: 'openapi-fetch alone, to compare',
  source: "export { default } from '../../client/node_modules/openapi-fetch';",
};

/** The functions of the stamper that movements use. */
const bundlesOfMovements = importOf('@mintmark/stamper/bundles', [
  ...['p256Keys', 'openExportedMnemonic', 'openExportedPrivateKey'],
  ...['sealImportedMnemonic', 'sealImportedPrivateKey'],
]);

export const withoutMovements: Part = {
  title: 'client, P-256 stamper, bundles of movements',
  source: wholeClient + p256Stamper + bundlesOfMovements,
};

export const withMovements: Part = {
  title: 'client, P-256 stamper, movements',
  source: wholeClient + p256Stamper + importOf('@mintmark/client/movements'),
};

export const oneMovementAlone: Part = {
  title: 'one movement alone',
  source:
    importOf('@mintmark/client/core', ['createClient']) +
    importOf('@mintmark/client/operations', ['exportWallet']) +
    "export { exportWallet as move } from '@mintmark/client/movements';\n",
};

const signUpMethods = createAuthProxyClient({ baseUrl: 'https://mintmark.example.com', authProxyConfigId: '' });

/** The number of operations on the sign-up side, which has its own table. */
export const signUpOperationCount: number = Object.keys(signUpMethods).length;

/** The number of operations in the client's two generated tables. */
export const operationCount: number = Object.keys(operations).length + signUpOperationCount;

/** The parts with a limit, for a client with this many operations. Each contains the whole client. */
export const limitedParts = (count: number): readonly Required<Part>[] => [
  { title: 'client, P-256 stamper', source: wholeClient + p256Stamper, limit: 25_000 },
  { title: 'client, every stamper and bundle', source: wholeClient + everySigner, limit: 40_000 + rows(count) },
  {
    title: 'client, sign-in',
    source: wholeClient + importOf('@mintmark/client/sign-in'),
    limit: 39_000 + rows(count),
  },
];

/** Another operation adds only its row in the table, so 24 bytes are enough. */
const rows = (count: number) => 24 * (count - 49);

/** Bundles a part for browsers and measures its size. */
export async function measure({ source }: Part): Promise<MeasuredBundle> {
  const built = await bundle(source, 'browser', true);
  const code = Buffer.from(built.code);
  return { ...built, bytes: code.length, gzipped: gzipSync(code, { level: 9 }).length };
}
