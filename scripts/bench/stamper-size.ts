import { gzipSync } from 'node:zlib';
import { bundle } from '@mintmark/conformance/bundle';

const stamper = '@mintmark/stamper';

/** Each part as an app would import it, alone. */
const parts: readonly (readonly [title: string, names: string, from: string])[] = [
  ['createP256Stamper', '{ createP256Stamper }', stamper],
  ['openIndexedDbStamper', '{ openIndexedDbStamper }', stamper],
  ['createSecp256k1Stamper', '{ createSecp256k1Stamper }', stamper],
  ['createEd25519Stamper', '{ createEd25519Stamper }', stamper],
  ['createEip191Stamper', '{ createEip191Stamper }', stamper],
  ['createSolanaStamper', '{ createSolanaStamper }', stamper],
  ['all of the stamper’s main door', '*', stamper],
  ['bundles', '*', `${stamper}/bundles`],
  ['tokens', '*', `${stamper}/tokens`],
  ['verify', '*', `${stamper}/verify`],
];

/** What each part of the stamper adds to an app in the browser, minified. */
export async function benchStamperSize(): Promise<void> {
  console.log('stamper, bundled for browsers           bytes   gzipped   of it libraries');
  for (const [title, names, from] of parts) await print(title, `export ${names} from '${from}';`);
  await print('every stamper and the bundles', doors('', '/bundles'));
  await print('everything', doors('', '/bundles', '/tokens', '/verify'));
}

function doors(...paths: readonly string[]): string {
  return paths.map((path, index) => `export * as door${index} from '${stamper}${path}';`).join('\n');
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
