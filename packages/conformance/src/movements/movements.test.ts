import { inspect } from 'node:util';
import {
  AbortError,
  ActivityError,
  type AnyActivity,
  ApiError,
  type MintmarkError,
  TransportError,
  type Unfinished,
} from '@mintmark/client';
import { createClient as createCoreClient } from '@mintmark/client/core';
import {
  exportPrivateKey,
  exportWallet,
  exportWalletAccount,
  importPrivateKey,
  importWallet,
} from '@mintmark/client/movements';
import { exportWallet as exportWalletOperation } from '@mintmark/client/operations';
import { generatePrivateKey, StamperError } from '@mintmark/stamper';
import { afterAll, describe, expect, test } from 'vitest';
import { ethereumAccount, type Holder, known, losing, startMovementService, watched } from './movement-service.ts';

const service = await startMovementService();
afterAll(() => service[Symbol.asyncDispose]());
const { signerPublicKey, newHolder, newHolders } = service;
const options = { signerPublicKey };

const { mnemonic } = known;
const walletOf = ({ userId }: Holder, walletName = 'Treasury') => ({
  ...{ userId, walletName, accounts: [ethereumAccount], mnemonic },
});
const keyOf = ({ userId }: Holder) => ({
  ...{ userId, privateKeyName: 'Hot', curve: 'CURVE_SECP256K1' as const },
  ...{ addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const], privateKey: known.privateKey },
});

/** How many activities of a type an organization has. */
const countOf = async ({ client }: Holder, type: AnyActivity['type']) =>
  (await client.listActivities({ filterByType: [type] })).activities.length;

/** The error that a call ends with, after a check that nothing that a log may show of it is secret. */
async function failureOf(call: Promise<unknown>): Promise<MintmarkError> {
  const error: MintmarkError = await call.then(
    (value) => expect.fail(`it succeeded: ${inspect(value)}`),
    (reason) => reason,
  );
  const { unfinished } = error;
  const shown = [error.message, error.stack, JSON.stringify(error), inspect(error, { depth: 10 })].join('\n');
  const secrets = [mnemonic, known.privateKey.toString('hex'), unfinished?.targetKey, unfinished?.request.stamp.value];
  for (const secret of secrets.filter((value) => value !== undefined)) expect(shown).not.toContain(secret);
  return error;
}

/** As another process reads what this one has stored. */
const stored = ({ unfinished }: MintmarkError): Unfinished => JSON.parse(JSON.stringify(unfinished));

describe('exportWallet', () => {
  test('default', async () => {
    const holder = await newHolder();
    const { walletId, addresses } = await importWallet(holder.client, walletOf(holder), options);
    expect(addresses).toEqual([known.address]);
    expect(await exportWallet(holder.client, { walletId }, options)).toEqual({ mnemonic, passphrase: undefined });
    expect((await holder.client.getWallet({ walletId })).wallet.exported).toBe(true);
  });

  test('behavior: returns the passphrase of the wallet, whatever is in it', async () => {
    const holder = await newHolder();
    const passphrase = ' one\ntwo ';
    const { walletId, addresses } = await importWallet(holder.client, { ...walletOf(holder), passphrase }, options);
    expect(addresses).not.toEqual([known.address]);
    expect(await exportWallet(holder.client, { walletId }, options)).toEqual({ mnemonic, passphrase });
  });

  test('args: ids in upper case, and the organization of the call', async () => {
    const holder = await newHolder();
    const { walletId } = await importWallet(holder.client, walletOf(holder), options);
    const client = holder.clientWith({ organizationId: undefined });
    const call = { ...options, organizationId: holder.organizationId.toUpperCase() };
    expect(await exportWallet(client, { walletId: walletId.toUpperCase() }, call)).toMatchObject({ mnemonic });
    const userId = holder.userId.toUpperCase();
    await importWallet(client, { ...walletOf(holder, 'Again'), userId }, call);
  });

  test('args: language', async () => {
    const holder = await newHolder();
    const { walletId } = await importWallet(holder.client, walletOf(holder), options);
    const call = exportWallet(holder.client, { walletId, language: 'MNEMONIC_LANGUAGE_SPANISH' }, options);
    expect(await failureOf(call)).toMatchObject({ code: 'MNEMONIC_LANGUAGE_MISMATCH' });
  });

  test('args: a client with a few operations', async () => {
    const holder = await newHolder();
    const { walletId } = await importWallet(holder.client, walletOf(holder), options);
    const { organizationId, stamper } = holder;
    const client = createCoreClient({
      ...{ baseUrl: 'http://mintmark.local', fetch: service.fetch, organizationId, stamper },
      operations: { exportWallet: exportWalletOperation },
    });
    expect(await exportWallet(client, { walletId }, options)).toMatchObject({ mnemonic });
  });

  test('error: the service refuses it, so there is nothing to resume', async () => {
    const { client, userId } = await newHolder();
    const error = await failureOf(exportWallet(client, { walletId: userId }, options));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.code).toBe('RESOURCE_NOT_FOUND');
    expect(error.unfinished).toBeUndefined();
  });
});

test('default: exportWalletAccount', async () => {
  const holder = await newHolder();
  await importWallet(holder.client, walletOf(holder), options);
  const privateKey = await exportWalletAccount(holder.client, { address: known.address }, options);
  expect(Buffer.from(privateKey)).toEqual(known.privateKey);
});

test('default: importPrivateKey and exportPrivateKey', async () => {
  const holder = await newHolder();
  const { privateKeyId, addresses } = await importPrivateKey(holder.client, keyOf(holder), options);
  expect(addresses).toEqual([{ format: 'ADDRESS_FORMAT_ETHEREUM', address: known.address }]);
  const privateKey = await exportPrivateKey(holder.client, { privateKeyId: privateKeyId.toUpperCase() }, options);
  expect(Buffer.from(privateKey)).toEqual(known.privateKey);
});

describe('importWallet', () => {
  test.each(['\n', '\r\n'])('error: a mnemonic with a line break (%j) is not sent', async (lineBreak) => {
    const holder = await newHolder();
    const { fetch, paths } = watched(service.fetch, (_, answer) => answer());
    const input = { ...walletOf(holder), mnemonic: `${mnemonic}${lineBreak}` };
    const error = await failureOf(importWallet(holder.clientWith({ fetch }), input, options));
    expect(error).toMatchObject({ code: 'INPUT_INVALID', message: 'importWallet: the mnemonic has a line break' });
    expect(paths).toEqual([]);
  });

  test('behavior: sends no member that it does not know', async () => {
    const holder = await newHolder();
    const input = { ...walletOf(holder), phrase: mnemonic, ...{ secret: mnemonic } };
    await importWallet(holder.client, input, options);
    const { activities } = await holder.client.listActivities();
    expect(activities).toHaveLength(2);
    expect(JSON.stringify(activities)).not.toContain(mnemonic);
  });

  test('error: an invalid mnemonic', async () => {
    const holder = await newHolder();
    const input = { ...walletOf(holder), mnemonic: mnemonic.replace('about', 'abandon') };
    const error = await failureOf(importWallet(holder.client, input, options));
    expect(error.code).toBe('INVALID_MNEMONIC');
    expect(error.unfinished).toBeUndefined();
  });
});

test('error: a private key of 31 bytes', async () => {
  const holder = await newHolder();
  const input = { ...keyOf(holder), privateKey: known.privateKey.subarray(1) };
  expect(await failureOf(importPrivateKey(holder.client, input, options))).toMatchObject({ code: 'MALFORMED' });
});

describe('a lost answer', () => {
  const losses = [
    ['export_wallet', 'ACTIVITY_TYPE_EXPORT_WALLET'],
    ['init_import_wallet', 'ACTIVITY_TYPE_INIT_IMPORT_WALLET'],
    ['import_wallet', 'ACTIVITY_TYPE_IMPORT_WALLET'],
  ] as const;
  const run = async (holder: Holder, client: Holder['client'], resume?: Unfinished, operation = '') => {
    if (operation !== 'export_wallet')
      return importWallet(client, walletOf(holder, 'Second'), { ...options, resume, retries: 0 });
    const [wallet] = (await holder.client.listWallets()).wallets;
    return exportWallet(client, { walletId: wallet?.walletId ?? '' }, { ...options, resume, retries: 0 });
  };

  test.each(losses)('behavior: %s is sent again by itself, and carried out once', async (operation, type) => {
    const holder = await newHolder();
    const { walletId } = await importWallet(holder.client, walletOf(holder), options);
    const before = await countOf(holder, type);
    const { fetch, paths } = losing(service.fetch, operation);
    const client = holder.clientWith({ fetch });
    if (operation === 'export_wallet')
      expect(await exportWallet(client, { walletId }, options)).toMatchObject({ mnemonic });
    else await importWallet(client, walletOf(holder, 'Second'), options);
    expect(paths.filter((path) => path === operation)).toHaveLength(2);
    expect(await countOf(holder, type)).toBe(before + 1);
  });

  test.each(losses)('behavior: after an error, %s is resumed with the same bytes', async (operation, type) => {
    const holder = await newHolder();
    await importWallet(holder.client, walletOf(holder), options);
    const before = await countOf(holder, type);
    const error = await failureOf(
      run(holder, holder.clientWith({ fetch: losing(service.fetch, operation).fetch }), undefined, operation),
    );
    expect(error).toBeInstanceOf(TransportError);
    expect(error.unfinished?.activityId).toBeUndefined();
    const result = await run(holder, holder.client, stored(error), operation);
    if (operation === 'export_wallet') expect(result).toMatchObject({ mnemonic });
    else expect(result).toMatchObject({ addresses: [known.address] });
    expect(await countOf(holder, type)).toBe(before + 1);
    // Once more, it is still the same movement.
    if (operation !== 'init_import_wallet')
      expect(await run(holder, holder.client, stored(error), operation)).toEqual(result);
  });
});

describe('a signal', () => {
  test('behavior: aborted before the call, nothing is sent', async () => {
    const holder = await newHolder();
    const { fetch, paths } = watched(service.fetch, (_, answer) => answer());
    const client = holder.clientWith({ fetch });
    const call = { ...options, signal: AbortSignal.abort() };
    expect(await failureOf(exportWallet(client, { walletId: holder.userId }, call))).toBeInstanceOf(AbortError);
    expect(await failureOf(importWallet(client, walletOf(holder), call))).toBeInstanceOf(AbortError);
    expect(paths).toEqual([]);
  });

  test('behavior: aborted during an export, which can be resumed', async () => {
    const holder = await newHolder();
    const { walletId } = await importWallet(holder.client, walletOf(holder), options);
    const controller = new AbortController();
    const { fetch } = watched(service.fetch, async (_, answer) => {
      const response = await answer();
      controller.abort();
      return response;
    });
    const call = { ...options, signal: controller.signal };
    const error = await failureOf(exportWallet(holder.clientWith({ fetch }), { walletId }, call));
    expect(error).toBeInstanceOf(AbortError);
    const resume = stored(error);
    expect(await exportWallet(holder.client, { walletId }, { ...options, resume })).toMatchObject({ mnemonic });
  });

  test('behavior: aborted between the two steps of an import, nothing is imported', async () => {
    const holder = await newHolder();
    const controller = new AbortController();
    const { fetch, paths } = watched(service.fetch, async (_, answer) => {
      const response = await answer();
      // After the answer was read.
      setTimeout(() => controller.abort(), 0);
      return response;
    });
    const call = { ...options, signal: controller.signal };
    expect(await failureOf(importWallet(holder.clientWith({ fetch }), walletOf(holder), call))).toBeInstanceOf(
      AbortError,
    );
    expect(paths).not.toContain('import_wallet');
    expect((await holder.client.listWallets()).wallets).toEqual([]);
  });
});

describe('approvals', () => {
  /** Two users who have to agree, and how the second one approves what the first one began. */
  async function newPair() {
    const [first, second] = await newHolders(2);
    if (!first || !second) throw new Error('two holders were to be made');
    const approve = async (error: MintmarkError) => {
      expect(error).toBeInstanceOf(ActivityError);
      expect(error).toMatchObject({ code: 'ACTIVITY_CONSENSUS_NEEDED', unfinished: { activityId: error.activityId } });
      const { fingerprint } = (error as ActivityError).activity;
      expect((await second.client.approveActivity({ fingerprint })).status).toBe('completed');
      return { ...options, resume: stored(error) };
    };
    const reject = (error: MintmarkError) =>
      second.client.rejectActivity({ fingerprint: (error as ActivityError).activity.fingerprint });
    return { first, second, approve, reject };
  }

  test('behavior: an import and an export wait for them, and are then finished', async () => {
    const { first, approve } = await newPair();
    const { client } = first;
    const prepared = await approve(await failureOf(importWallet(client, walletOf(first), options)));
    // By a client of the same user that is used with several organizations.
    const anywhere = first.clientWith({ organizationId: first.userId });
    const imported = await approve(await failureOf(importWallet(anywhere, walletOf(first), prepared)));
    const { walletId, addresses } = await importWallet(client, walletOf(first), imported);
    expect(addresses).toEqual([known.address]);
    const exported = await approve(await failureOf(exportWallet(client, { walletId }, options)));
    expect(await exportWallet(client, { walletId }, exported)).toEqual({ mnemonic, passphrase: undefined });
    expect(await countOf(first, 'ACTIVITY_TYPE_EXPORT_WALLET')).toBe(1);
  });

  test('behavior: what is resumed too early can be resumed again, by any user of the organization', async () => {
    const { first, second, approve } = await newPair();
    const prepared = await approve(await failureOf(importPrivateKey(first.client, keyOf(first), options)));
    const imported = await approve(await failureOf(importPrivateKey(first.client, keyOf(first), prepared)));
    const { privateKeyId } = await importPrivateKey(first.client, keyOf(first), imported);
    const early = await failureOf(exportPrivateKey(first.client, { privateKeyId }, options));
    const later = await failureOf(
      exportPrivateKey(first.client, { privateKeyId }, { ...options, resume: stored(early) }),
    );
    expect(stored(later)).toEqual(stored(early));
    const { fetch, paths } = watched(service.fetch, (_, answer) => answer());
    const privateKey = await exportPrivateKey(second.clientWith({ fetch }), { privateKeyId }, await approve(later));
    expect(Buffer.from(privateKey)).toEqual(known.privateKey);
    // The stamp of the first request may have expired by now.
    expect(paths).toEqual(['get_activity']);
  });

  test('args: consensusTimeout', async () => {
    const { first, second } = await newPair();
    const call = importWallet(first.client, walletOf(first), { ...options, consensusTimeout: 60_000 });
    const pending = async () => {
      const { activities } = await second.client.listActivities({
        filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
      });
      for (const { fingerprint } of activities) await second.client.approveActivity({ fingerprint });
      return (await second.client.listWallets()).wallets.length;
    };
    await expect.poll(pending, { interval: 100 }).toBe(1);
    expect(await call).toMatchObject({ addresses: [known.address] });
  });

  test('error: rejected, so there is nothing to resume', async () => {
    const { first, reject } = await newPair();
    const error = await failureOf(importWallet(first.client, walletOf(first), options));
    await reject(error);
    const rejected = await failureOf(
      importWallet(first.client, walletOf(first), { ...options, resume: stored(error) }),
    );
    expect(rejected.code).toBe('ACTIVITY_REJECTED');
    expect(rejected.unfinished).toBeUndefined();
  });
});

describe('trust', () => {
  const stranger = Buffer.from(generatePrivateKey('p256').publicKey.uncompressed).toString('hex');

  test('error: an untrusted signer', async () => {
    const holder = await newHolder();
    const { walletId } = await importWallet(holder.client, walletOf(holder), options);
    const { fetch, paths } = watched(service.fetch, (_, answer) => answer());
    const client = holder.clientWith({ fetch });
    const untrusting = { signerPublicKey: stranger };
    for (const call of [
      () => exportWallet(client, { walletId }, untrusting),
      () => exportWalletAccount(client, { address: known.address }, untrusting),
      () => importWallet(client, walletOf(holder, 'Second'), untrusting),
      () => importPrivateKey(client, keyOf(holder), untrusting),
    ]) {
      const error = await failureOf(call());
      expect(error).toBeInstanceOf(StamperError);
      expect(error).toMatchObject({ code: 'SIGNER_UNTRUSTED' });
    }
    // Nothing was sealed to the key of a signer that is not trusted.
    expect(paths).not.toContain('import_wallet');
    expect(paths).not.toContain('import_private_key');
  });

  test.each(['', stranger.slice(2)])(
    'error: an invalid signerPublicKey is noticed before anything is sent',
    async (key) => {
      const holder = await newHolder();
      const { fetch, paths } = watched(service.fetch, (_, answer) => answer());
      const client = holder.clientWith({ fetch });
      const call = { signerPublicKey: key };
      expect(await failureOf(exportWallet(client, { walletId: holder.userId }, call))).toBeInstanceOf(StamperError);
      expect(await failureOf(importWallet(client, walletOf(holder), call))).toBeInstanceOf(StamperError);
      expect(paths).toEqual([]);
    },
  );

  test('error: the export of another wallet', async () => {
    const holder = await newHolder();
    const { walletId } = await importWallet(holder.client, walletOf(holder), options);
    const other = await importWallet(holder.client, walletOf(holder, 'Second'), options);
    const client = holder.clientWith({ fetch: losing(service.fetch, 'export_wallet').fetch, retries: 0 });
    const resume = stored(await failureOf(exportWallet(client, { walletId }, options)));
    const error = await failureOf(exportWallet(holder.client, { walletId: other.walletId }, { ...options, resume }));
    expect(error).toMatchObject({ code: 'BINDING_MISMATCH', part: 'exportBundle.data.walletId' });
  });

  /** A connection on which the answers to one client are given to another one. */
  function crossed() {
    const answers = new Map<string, string>();
    const give = async (path: string, answer: () => Promise<Response>) => {
      const response = await answer();
      const kept = answers.get(path);
      if (kept === undefined) answers.set(path, await response.clone().text());
      return kept === undefined ? response : new Response(kept, response);
    };
    return watched(service.fetch, give);
  }

  test('error: the export of another organization', async () => {
    const [one, two] = await Promise.all([newHolder(), newHolder()]);
    const { fetch } = crossed();
    const wallets = await Promise.all(
      [one, two].map((holder) => importWallet(holder.client, walletOf(holder), options)),
    );
    const [first, second] = wallets.map(({ walletId }) => ({ walletId }));
    if (!first || !second) throw new Error('two wallets were to be made');
    expect(await exportWallet(one.clientWith({ fetch }), first, options)).toMatchObject({ mnemonic });
    const error = await failureOf(exportWallet(two.clientWith({ fetch }), second, options));
    expect(error).toMatchObject({ code: 'BINDING_MISMATCH', part: 'exportBundle.data.organizationId' });
  });

  test('error: an earlier export of the same wallet', async () => {
    const holder = await newHolder();
    const { walletId } = await importWallet(holder.client, walletOf(holder), options);
    const client = holder.clientWith({ fetch: crossed().fetch });
    expect(await exportWallet(client, { walletId }, options)).toMatchObject({ mnemonic });
    const error = await failureOf(exportWallet(client, { walletId }, options));
    expect(error).toMatchObject({ code: 'BINDING_MISMATCH', part: 'exportBundle.data.targetPublicKey' });
  });

  test('error: the import key of another organization', async () => {
    const [one, two] = await Promise.all([newHolder(), newHolder()]);
    const { fetch, paths } = crossed();
    await importWallet(one.clientWith({ fetch }), walletOf(one), options);
    const error = await failureOf(importWallet(two.clientWith({ fetch }), walletOf(two), options));
    expect(error).toMatchObject({ code: 'BINDING_MISMATCH', part: 'importBundle.data.organizationId' });
    expect(paths.filter((path) => path === 'import_wallet')).toHaveLength(1);
  });
});

describe('resume', () => {
  test('error: of another movement, or malformed', async () => {
    const holder = await newHolder();
    const { client } = holder;
    const { walletId } = await importWallet(client, walletOf(holder), options);
    const request = await client.stamp('exportWallet', { walletId, targetPublicKey: signerPublicKey });
    const targetKey = generatePrivateKey('p256').toApiKey().privateKey;
    const failureWith = (resume: object) =>
      failureOf(exportWallet(client, { walletId }, { ...options, resume: resume as Unfinished }));
    const ofImport = { ...options, resume: { request } };
    expect(await failureOf(importWallet(client, walletOf(holder), ofImport))).toMatchObject({ code: 'INPUT_INVALID' });
    expect(await failureWith({})).toMatchObject({ code: 'INPUT_INVALID' });
    for (const body of ['{"private":', '5', 'null'])
      expect(await failureWith({ request: { ...request, body }, targetKey })).toMatchObject({ code: 'INPUT_INVALID' });
    expect(await failureWith({ request })).toMatchObject({ code: 'MALFORMED', part: 'targetKey' });
    // Sealed to the key in the request, which is another one.
    expect(await failureWith({ request, targetKey })).toMatchObject({ code: 'BINDING_MISMATCH' });
    expect(await countOf(holder, 'ACTIVITY_TYPE_EXPORT_WALLET')).toBe(1);
  });
});
