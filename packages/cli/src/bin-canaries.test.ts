import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '@mintmark/server/runtime/open-store';
import { KeyCanaries, useKeys } from '@mintmark/server/test/key-canaries';
import type { Canary } from '@mintmark/testing/needles';
import { scanFiles } from '@mintmark/testing/scan-files';
import { canScanMemory, scanMemory } from '@mintmark/testing/scan-memory';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPreparedInstallation, type Installation } from '../test/installation.ts';
import type { MintmarkProcess } from '../test/mintmark-process.ts';
import { serviceAt } from '../test/service-at.ts';

/** Writes the values of all rows into files, one for each table: in the files of PostgreSQL, long values are compressed. */
async function writeTables(dataDirectory: string, directory: string): Promise<void> {
  await using store = await openStore({ database: 'embedded', dataDirectory, joins: true });
  await store.database.query(async (sql) => {
    const tables = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
    for (const { name } of tables) {
      const rows = await sql<object[]>`select * from ${sql(name)}`;
      await writeFile(join(directory, `${name} rows`), Buffer.concat(rows.flatMap(Object.values).map(bytesOf)));
    }
  });
}

const bytesOf = (value: unknown): Buffer =>
  value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(typeof value === 'string' ? value : stringify(value));

const stringify = (value: unknown) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? '';

describe('a service that has used wallets and private keys', () => {
  const stack = new AsyncDisposableStack();
  let installation: Installation;
  let service: MintmarkProcess;
  let canaries: readonly Canary[];
  /** What the service must have in memory. Without it the scan itself would not work. */
  let control: Canary;

  beforeAll(async () => {
    installation = stack.use(await createPreparedInstallation());
    service = stack.use(await installation.start());
    const { keys } = JSON.parse(await readFile(join(installation.dataDirectory, 'root.json'), 'utf8'));
    control = { name: 'control', bytes: Buffer.from(keys.signer) };
    canaries = await useKeys(serviceAt(service.url, keys.signer), await installation.readRoot());
  });
  afterAll(() => stack.disposeAsync());

  test.runIf(canScanMemory('the scan of the memory of the service'))('behavior: has none in memory', async () => {
    // Strings cannot be wiped, nor what libraries keep of P-256 scalars: these are only counted.
    const counted = /^(mnemonic|passphrase|CURVE_P256)/;
    const look = async () => {
      const { control: found, ...hits } = await scanMemory(service.child.pid ?? 0, [...canaries, control]);
      expect(found).toBeGreaterThan(0);
      console.log(`${canaries.length} canaries in the memory of the service: ${JSON.stringify(hits)}`);
      return Object.keys(hits).filter((name) => !counted.test(name));
    };
    // Threads collect garbage when they are idle, which is later on a busy machine.
    await expect.poll(look, { interval: 3_000 }).toEqual([]);
  });

  test('behavior: has none in its files, its database, or its logs', async () => {
    await using copies = await temporaryDirectory();
    await writeTables(installation.dataDirectory, copies.path);
    expect(await service.stop()).toBe(0);
    await writeFile(join(copies.path, 'stdout'), service.stdout);
    await writeFile(join(copies.path, 'stderr'), service.stderr);
    // The name of a private key is stored as it is.
    const stored = { name: 'stored', bytes: Buffer.from('Imported CURVE_ED25519') };
    const inCopies = await scanFiles(copies.path, [...canaries, stored]);
    const inFiles = await scanFiles(installation.dataDirectory, [...canaries, stored], ['master.key']);
    for (const { paths, bytes, hits } of [inCopies, inFiles]) {
      const { stored: found, ...others } = hits;
      console.log(`${canaries.length} canaries in ${paths.length} files, ${bytes} bytes: ${JSON.stringify(others)}`);
      expect(found).toBeGreaterThan(0);
      expect(others).toEqual({});
    }
    for (const name of ['postgres/postgres.log', 'postgres/cluster/base/', 'postgres/cluster/pg_wal/'])
      expect(inFiles.paths.filter((path) => path.startsWith(name))).not.toEqual([]);
    expect(inCopies.paths).toEqual(expect.arrayContaining(['activities rows', 'wallets rows', 'stdout', 'stderr']));
    // A longer log would have lost its beginning.
    expect(service.stderr).toContain('"started"');
  });
});

describe('the scan', () => {
  const secret = createHash('sha256').update('planted').digest();
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const words = phrase.split(' ').slice(4, 7);
  const secrets = new KeyCanaries();
  secrets.addKey('CURVE_ED25519', secret);
  secrets.addPhrase(phrase);

  test.each<[form: string, planted: string | Buffer, found: string]>([
    ['a raw key', secret, 'CURVE_ED25519 key, raw'],
    ['half of a raw key', secret.subarray(16), 'CURVE_ED25519 key, raw'],
    ['a reversed key', Buffer.from(secret).reverse(), 'CURVE_ED25519 key, raw'],
    ['hex', secret.toString('hex'), 'CURVE_ED25519 key, hex'],
    ['hex in capitals', secret.toString('hex').toUpperCase(), 'CURVE_ED25519 key, hex'],
    ['hex in UTF-16', Buffer.from(secret.toString('hex'), 'utf16le'), 'CURVE_ED25519 key, hex in UTF-16'],
    ['base64', secret.toString('base64'), 'CURVE_ED25519 key, base64'],
    ['base64 of more', Buffer.concat([Buffer.of(1), secret]).toString('base64'), 'CURVE_ED25519 key, base64'],
    ['base64url of more', Buffer.concat([Buffer.of(1, 2), secret]).toString('base64url'), 'CURVE_ED25519 key, base64'],
    ['base58', base58.encode(secret), 'CURVE_ED25519 key, base58'],
    ['a phrase', phrase, 'mnemonic, raw'],
    ['a phrase in hex', Buffer.from(phrase).toString('hex'), 'mnemonic, hex'],
    ['three words', words.join(' '), 'mnemonic, words'],
    ['three words in JSON', JSON.stringify(words), 'mnemonic, words'],
    ['three words in UTF-16', Buffer.from(words.join(' '), 'utf16le'), 'mnemonic, words in UTF-16'],
  ])('behavior: finds %s', async (_, planted, found) => {
    await using directory = await temporaryDirectory();
    await mkdir(join(directory.path, 'deep'));
    // Across the border of two parts that are read one after the other.
    const before = Buffer.alloc(8 * 1024 * 1024 - 5, 'x');
    await writeFile(
      join(directory.path, 'deep', 'file'),
      Buffer.concat([before, Buffer.from(planted as string), before]),
    );
    const { paths, hits } = await scanFiles(directory.path, secrets.canaries);
    expect(paths).toEqual([join('deep', 'file')]);
    expect(hits[found]).toBeGreaterThan(0);
  });
});
