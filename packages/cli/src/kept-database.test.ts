import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bodyOf, postPatiently } from '@mintmark/server/test/load';
import { createP256Stamper } from '@mintmark/stamper';
import { findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { expect, test } from 'vitest';
import { createInstallation } from '../test/installation.ts';
import { runMintmark } from '../test/run-mintmark.ts';

const bin = await findDebianPostgres('databases of earlier versions');

// Made by `test/kept-database/make.ts` of the version of that day. Each release after which tables changed adds one.
test.skipIf(!bin).each(['2026-11-18'])('behavior: opens a database of %s, whose audit holds', async (day) => {
  const { sql, keys, expected } = JSON.parse(
    await readFile(new URL(`../test/kept-database/${day}.json`, import.meta.url), 'utf8'),
  );
  await using postgres = await startDebianPostgres(bin as string);
  await using directory = await temporaryDirectory();
  const [dump, masterKey] = [join(directory.path, 'dump.sql'), join(directory.path, 'master.key')];
  await writeFile(dump, sql.join('\n'));
  await writeFile(masterKey, keys.masterKey, { mode: 0o600 });
  const psql = join(bin as string, 'psql');
  await promisify(execFile)(psql, ['--no-psqlrc', '--quiet', '-v', 'ON_ERROR_STOP=1', '-f', dump, postgres.url]);

  await using installation = await createInstallation(postgres.url, masterKey);
  const audit = () => runMintmark(['audit', 'verify'], installation.env);
  {
    await using service = await installation.startHere();
    const root = { ...keys.root, stamper: createP256Stamper(keys.root) };
    const { organizationId } = root;
    const ask = async (operation: string, more: object) => {
      const body = JSON.stringify({ organizationId, ...more });
      return (await postPatiently(service.url, { actor: root, operation, body }))?.json;
    };
    const { accounts } = await ask('list_wallet_accounts', { walletId: expected.walletId });
    expect(accounts.map(({ address }: { address: string }) => address)).toContain(expected.address);
    const signing = bodyOf(root, 'sign_raw_payload', expected.signing);
    const signed = await postPatiently(service.url, { actor: root, operation: 'sign_raw_payload', body: signing });
    expect(signed?.json.activity.result.signRawPayloadResult).toEqual(expected.signature);
    const { policies } = await ask('list_policies', {});
    expect(policies).toHaveLength(1);
  }
  expect(await audit()).toMatchObject({ code: 0, stderr: '' });
});
