import { expect, test } from 'vitest';
import { type BundleTarget, bundle } from '../bundle.ts';

const own = /^packages\/stamper\/src\//;

const native = [
  ...['createP256Stamper', 'createEd25519Stamper', 'createSolanaStamper', 'openIndexedDbStamper'],
  ...['createWebAuthnStamper', 'createPasskey'],
];
const targets: BundleTarget[] = ['browser', 'workerd'];

test.each(targets)('behavior: stampers with native signing bundle no dependencies, for %s', async (target) => {
  for (const name of native) {
    const { sources } = await bundle(`export { ${name} } from '@mintmark/stamper';`, target);
    expect(sources).not.toEqual([]);
    expect(sources.filter((source) => !own.test(source))).toEqual([]);
  }
});

test.each(targets)('behavior: the package uses WebCrypto, for %s', async (target) => {
  const { sources } = await bundle(`export * from '@mintmark/stamper';`, target);
  expect(sources).toContain('packages/stamper/src/native/web.ts');
  expect(sources).not.toContain('packages/stamper/src/native/node.ts');
  expect(sources.some((source) => source.includes('@noble/curves'))).toBe(true);
});
