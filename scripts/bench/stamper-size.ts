import { gzipSync } from 'node:zlib';
import { bundle } from '@mintmark/conformance/bundle';

const stamper = '@mintmark/stamper';

const stampers = [
  ...['createP256Stamper', 'createEd25519Stamper', 'createSecp256k1Stamper', 'createEip191Stamper'],
  ...['createSolanaStamper', 'createWebAuthnStamper', 'createPasskey', 'openIndexedDbStamper'],
];
/** What a client does with bundles, and the key that it needs for that; the rest is for the service. */
const clientBundles = [
  'p256Keys',
  ...['openSessionCredential', 'openExportedMnemonic', 'openExportedPrivateKey', 'sealImportedMnemonic'],
  ...['sealImportedPrivateKey', 'sealOtp', 'sealClientSecret'],
];

const names = (list: readonly string[], door = '') => `export { ${list.join(', ')} } from '${stamper}${door}';`;
const all = (door: string) => `export * from '${stamper}${door}';`;

/** Each part as an app would import it, alone. */
const parts: readonly (readonly [title: string, source: string])[] = [
  ...stampers.map((name) => [name, names([name])] as const),
  ['every stamper', names(stampers)],
  ['bundles, the client’s side', names(clientBundles, '/bundles')],
  ['every stamper and these bundles', names(stampers) + names(clientBundles, '/bundles')],
  ['all of the main door', all('')],
  ...['bundles', 'tokens', 'verify'].map((door) => [`all of ./${door}`, all(`/${door}`)] as const),
];

/** What each part of the stamper adds to an app in the browser, minified. */
export async function benchStamperSize(): Promise<void> {
  console.log('stamper, bundled for browsers           bytes   gzipped   of it libraries');
  for (const [title, source] of parts) await print(title, source);
}

async function print(title: string, source: string): Promise<void> {
  const { code, sources } = await bundle(source, 'browser', true);
  const libraries = new Set(sources.flatMap((path) => path.match(/(@noble|@hpke)\/[a-z]+/g) ?? []));
  const columns = [
    String(Buffer.byteLength(code)).padStart(7),
    String(gzipSync(code, { level: 9 }).length).padStart(9),
    `  ${[...libraries].join(' ') || 'none'}`,
  ];
  console.log(`  ${title.padEnd(36)}${columns.join(' ')}`);
}
