/**
 * Makes a database that a later version has to open: `node scripts/boot.mjs node packages/cli/test/kept-database/make.ts <file>`. It needs PostgreSQL of
 * Debian. The file is JSON: the database as SQL, the keys that it was made with, and what the test expects of it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ActivityUnit, registry } from '@mintmark/schema';
import { createServer } from '@mintmark/server';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};
const payload = {
  payload: '00'.repeat(32),
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
};

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: make.ts <file>');
const bin = await findDebianPostgres('making a database to keep');
if (bin === undefined) process.exit(1);
const directory = await mkdtemp(join(tmpdir(), 'mintmark-kept-'));
await using postgres = await startDebianPostgres(bin);
try {
  const kept = await fill();
  const { stdout: sql } = await promisify(execFile)(
    join(bin, 'pg_dump'),
    ['--inserts', '--no-owner', '--no-privileges', '--no-comments', postgres.url],
    { maxBuffer: 2 ** 26 },
  );
  // psql's own commands, and a setting that would hide the tables from the service.
  const statements = sql
    .split('\n')
    .filter((line) => !/^(?:\\|--|SELECT pg_catalog.set_config\('search_path'|SET )/.test(line) && line !== '');
  await writeFile(file, `${JSON.stringify({ ...kept, sql: statements }, undefined, 1)}\n`);
} finally {
  await rm(directory, { recursive: true });
}

/** Has a service do something of everything that leaves rows. */
async function fill() {
  // Known to everybody who reads this: it protects nothing but the database of a test.
  const masterKey = `${'00'.repeat(31)}01\n`;
  await writeFile(join(directory, 'master.key'), masterKey, { mode: 0o600 });
  await using server = await createServer({ database: postgres.url, dataDirectory: directory });
  const { root } = server;
  if (!root?.apiPrivateKey) throw new Error('the database was not empty');
  const apiKey = { publicKey: root.apiPublicKey, privateKey: root.apiPrivateKey };
  const me = { organizationId: root.organizationId, stamper: createP256Stamper(apiKey) };
  // biome-ignore lint/suspicious/noExplicitAny: what a result holds depends on the operation.
  const submit = async (operation: string, parameters: object, actor = me): Promise<any> => {
    const unit = Object.values(registry).find(({ name }) => name === operation) as ActivityUnit;
    const { organizationId, stamper } = actor;
    const body = JSON.stringify({
      ...{ type: unit.type, timestampMs: String(Date.now()), organizationId, parameters },
      generateAppProofs: true,
    });
    const { name, value } = await stamper.stamp(body);
    const response = await server.fetch(`http://mintmark.local${unit.path}`, {
      ...{ method: 'POST', headers: { [name]: value }, body },
    });
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const json: any = await response.json();
    if (!response.ok) throw new Error(`${operation}: ${JSON.stringify(json)}`);
    return { ...json.activity, result: Object.values(json.activity.result ?? {})[0] };
  };
  const newKey = () => {
    const key = generatePrivateKey('p256').toApiKey();
    return { key, apiKey: { apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' } };
  };
  const userWith = (userName: string, more: object = {}) => ({
    ...{ userName, apiKeys: [newKey().apiKey], authenticators: [], oauthProviders: [], userTags: [] },
    ...more,
  });

  const { userIds } = (await submit('create_users', { users: [userWith('Ada', { userEmail: 'ada@example.com' })] }))
    .result;
  await submit('create_user_tag', { userTagName: 'Signers', userIds });
  await submit('create_policy', {
    ...{ policyName: 'Signers sign', effect: 'EFFECT_ALLOW', notes: 'kept' },
    condition: "activity.action == 'SIGN'",
    consensus: `approvers.any(user, user.id == '${userIds[0]}')`,
  });
  const wallet = (await submit('create_wallet', { walletName: 'Savings', accounts: [account] })).result;
  await submit('create_wallet_accounts', {
    walletId: wallet.walletId,
    accounts: [{ ...account, path: "m/44'/60'/0'/0/1" }],
  });
  const keyParameters = {
    ...{ privateKeyName: 'Hot', curve: 'CURVE_ED25519', privateKeyTags: [] },
    addressFormats: ['ADDRESS_FORMAT_SOLANA'],
  };
  const { privateKeys } = (await submit('create_private_keys', { privateKeys: [keyParameters] })).result;
  await submit('create_private_key_tag', {
    privateKeyTagName: 'Hot keys',
    privateKeyIds: [privateKeys[0].privateKeyId],
  });
  const { result: signature } = await submit('sign_raw_payload', { signWith: wallet.addresses[0], ...payload });
  await submit('create_webhook_endpoint', { url: 'https://hooks.example.com/', name: 'Hooks' });
  await submit('create_smart_contract_interface', {
    ...{ label: 'Token', notes: '', type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' },
    smartContractAddress: '0x2222222222222222222222222222222222222222',
    smartContractInterface:
      '[{"type":"function","name":"pause","inputs":[],"outputs":[],"stateMutability":"nonpayable"}]',
  });
  await submit('create_session_profile', { sessionProfileName: 'Only signing', scope: "activity.action == 'SIGN'" });
  await submit('init_import_wallet', { userId: root.userId });
  await submit('set_organization_feature', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
  await submit('upsert_swap_config', { feeBps: '10' });
  const session = newKey().key.publicKey;
  await submit('stamp_login', { publicKey: session, expirationSeconds: '3600' });

  const roots = [newKey(), newKey()];
  const made = await submit('create_sub_organization', {
    ...{ subOrganizationName: 'Two', rootQuorumThreshold: 2 },
    rootUsers: roots.map(({ apiKey }, index) => ({
      ...userWith(`Root ${index}`),
      userTags: undefined,
      apiKeys: [apiKey],
    })),
    wallet: { walletName: 'Treasury', accounts: [account] },
  });
  const [first, second] = roots.map(({ key }) => ({
    organizationId: made.result.subOrganizationId,
    stamper: createP256Stamper(key),
  }));
  if (!first || !second) throw new Error('two root users');
  const signing = { signWith: made.result.wallet.addresses[0], ...payload };
  const signed = await submit('sign_raw_payload', signing, first);
  await submit('approve_activity', { fingerprint: signed.fingerprint }, second);
  const waiting = await submit('sign_raw_payload', { ...signing, payload: '11'.repeat(32) }, first);
  return {
    keys: { masterKey, root: { ...apiKey, organizationId: root.organizationId, userId: root.userId } },
    expected: {
      walletId: wallet.walletId,
      address: wallet.addresses[0],
      // The same key signs the same payload with the same signature.
      signing: { signWith: wallet.addresses[0], ...payload },
      signature,
      waitingActivityId: waiting.id,
    },
  };
}
