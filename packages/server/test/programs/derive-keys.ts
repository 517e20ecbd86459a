/**
 * Makes a phrase, its seed and keys of a curve, and wipes them. Prints the public keys. When told to, collects garbage and prints a
 * line. The arguments are the name of the entropy, the curve and the paths.
 */
import { hash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deriveKey, derivePublicKeys, type KeyPlace } from '../../src/custody/derivation/derive-keys.ts';
import { deriveSeed } from '../../src/custody/derivation/derive-seed.ts';
import { readPhrase, writePhrase } from '../../src/custody/derivation/mnemonic.ts';
import { parsePath } from '../../src/custody/derivation/path.ts';

const [name = '', curve = '', ...paths] = process.argv.slice(2);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The control: a scan has to find it. */
export const kept = hash('sha256', `${name} kept`, 'buffer');

async function derive(places: readonly KeyPlace[]): Promise<string[]> {
  const digest = hash('sha256', name, 'buffer');
  const phrase = await writePhrase(digest.subarray(0, 16));
  digest.fill(0);
  const reading = await readPhrase(phrase);
  phrase.fill(0);
  if (!reading.valid) throw new Error(reading.fault);
  const seed = deriveSeed(reading.phrase) ?? Buffer.alloc(0);
  reading.phrase.fill(0);
  for (const place of places) deriveKey(seed, place).secret.fill(0);
  const publicKeys = derivePublicKeys(seed, places);
  seed.fill(0);
  return publicKeys.map((key) => Buffer.from(key).toString('hex'));
}

const places = paths.map((path) => ({ curve, path: parsePath(path) ?? [] }) as KeyPlace);
console.log(JSON.stringify(await derive(places)));
createInterface(process.stdin).on('line', () => {
  collectGarbage();
  console.log('collected');
});
