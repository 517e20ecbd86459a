import { createHash } from 'node:crypto';
import { canScanMemory, scanMemory } from '@mintmark/testing/scan-memory';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { Program } from '../../../test/program.ts';
import { tapTweakSecret } from '../curves/secp256k1.ts';

const digestOf = (name: string) => createHash('sha256').update(name).digest();
const reversed = (bytes: Uint8Array) => Uint8Array.from(bytes).reverse();

/** The secret, what is calculated from it, and both as a little-endian machine holds numbers. */
function canariesOf(name: string, curve: string) {
  const secret = digestOf(name);
  const tweaked = curve === 'CURVE_SECP256K1' ? [{ name: 'tweaked secret', bytes: tapTweakSecret(secret) }] : [];
  // RFC 8032, section 5.1.5: the scalar, and the prefix that nonces are made from.
  const expanded = createHash('sha512').update(secret).digest();
  const prefix = curve === 'CURVE_ED25519' ? [{ name: 'prefix of nonces', bytes: expanded.subarray(32) }] : [];
  const big = [{ name: 'secret', bytes: secret }, ...tweaked, ...prefix];
  return [...big, ...big.map(({ name, bytes }) => ({ name: `${name}, reversed`, bytes: reversed(bytes) }))];
}

async function scan(curve: string): Promise<Record<string, number>> {
  const name = `canary of ${curve}`;
  await using program = new Program('sign-message', name, curve);
  const [signature] = JSON.parse(await program.firstLine());
  const message = new Uint8Array(32).fill(7);
  if (curve === 'CURVE_SECP256K1')
    expect(signature).toBe(Buffer.from(secp256k1.sign(message, digestOf(name), { prehash: false })).toString('hex'));
  const control = { name: 'kept', bytes: digestOf(`${name} kept`) };
  const { kept, ...hits } = await scanMemory(program.pid, [...canariesOf(name, curve), control]);
  // Without this hit the scan itself would not work.
  expect(kept).toBeGreaterThanOrEqual(1);
  return hits;
}

describe.runIf(canScanMemory('the scan of memory for keys that signed'))('secrets in the memory of a process', () => {
  test('behavior: nothing is left: CURVE_SECP256K1', async () => {
    expect(await scan('CURVE_SECP256K1')).toEqual({});
  });

  test('behavior: nothing is left after a garbage collection: CURVE_ED25519', async () => {
    expect(await scan('CURVE_ED25519')).toEqual({});
  });
});
