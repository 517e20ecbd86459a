import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { secp256k1 } from './secp256k1.ts';

/** The memory of the library's WebAssembly module, which the package does not export. */
async function libraryMemory(): Promise<Uint8Array> {
  const { default: wasm } = await import(new URL('wasm_loader.js', import.meta.resolve('tiny-secp256k1')).href);
  return new Uint8Array(wasm.memory.buffer);
}

function useSecrets(name: string): void {
  const [secret, tweak] = ['secret', 'tweak'].map((kind) => createHash('sha256').update(`${kind} ${name}`).digest());
  if (!secret || !tweak) throw new Error('no secrets');
  secp256k1.publicKeyOf(secp256k1.addToSecret(secret, tweak) ?? secret);
}

test('behavior: after clearing, the memory of the library does not depend on the secrets that it was given', async () => {
  const memory = await libraryMemory();
  const digest = () => createHash('sha256').update(memory).digest('hex');
  const seen = { used: new Set<string>(), cleared: new Set<string>() };
  for (let number = 0; number < 20; number++) {
    useSecrets(String(number));
    seen.used.add(digest());
    secp256k1.clear();
    seen.cleared.add(digest());
  }
  expect(seen.used.size).toBe(20);
  expect(seen.cleared.size).toBe(1);
});
