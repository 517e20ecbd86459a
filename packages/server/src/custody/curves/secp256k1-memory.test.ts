import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { secp256k1, signBip340, signEcdsa, tapTweakSecret } from './secp256k1.ts';

/** The memory of the library's WebAssembly module, which the package does not export. */
async function libraryMemory(): Promise<Uint8Array> {
  const { default: wasm } = await import(new URL('wasm_loader.js', import.meta.resolve('tiny-secp256k1')).href);
  return new Uint8Array(wasm.memory.buffer);
}

const secretOf = (name: string) => createHash('sha256').update(`secret ${name}`).digest();
const digest = createHash('sha256').update('digest').digest();

/** What the server does with a secret. */
const uses = {
  'derives a key': (name: string) => {
    const child = secp256k1.addToSecret(secretOf(name), secretOf(`tweak of ${name}`));
    secp256k1.publicKeyOf(child ?? secretOf(name));
  },
  'signs with ECDSA': (name: string) => signEcdsa(secretOf(name), digest),
  'signs as BIP-340': (name: string) => signBip340(secretOf(name), digest),
  'tweaks a secret as BIP-341': (name: string) => tapTweakSecret(secretOf(name)),
};

const title =
  'behavior: when the library %s and is cleared, its memory does not depend on the secrets that it was given';

test.each(Object.entries(uses))(title, async (_, useSecret) => {
  const memory = await libraryMemory();
  const digest = () => createHash('sha256').update(memory).digest('hex');
  const seen = { used: new Set<string>(), cleared: new Set<string>() };
  for (let number = 0; number < 20; number++) {
    useSecret(String(number));
    seen.used.add(digest());
    secp256k1.clear();
    seen.cleared.add(digest());
  }
  expect(seen.used.size).toBe(20);
  expect(seen.cleared.size).toBe(1);
});
