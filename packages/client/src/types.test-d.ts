/** The types of a client. `tsc` checks this file: an unused `@ts-expect-error` is itself an error. */
import { createP256Stamper } from '@mintmark/stamper';
import type { Address, MessageSigner, TransactionSigner } from '@solana/kit';
import type { Signer } from 'ethers';
import type { LocalAccount } from 'viem';
import { describe, expectTypeOf, test } from 'vitest';
import { MintmarkSigner } from './adapters/ethers.ts';
import { createSolanaSigner } from './adapters/solana-kit.ts';
import { createViemAccount } from './adapters/viem.ts';
import { createClient as createCoreClient } from './core.ts';
import {
  createUsers,
  exportWallet as exportWalletOperation,
  signRawPayload,
  signTransaction,
  whoami,
} from './generated/operations.ts';
import {
  ApiError,
  type ApiErrorBody,
  type Client,
  type components,
  createAuthProxyClient,
  createClient,
  type ErrorCode,
  MintmarkError,
  type Outcome,
  type SignedRequest,
  type Stamper,
} from './index.ts';
import { type ExportedMnemonic, exportWallet, importWallet } from './movements/index.ts';

type Schemas = components['schemas'];

const baseUrl = 'http://127.0.0.1:8080';
const client = createClient({ baseUrl });
const user = { userName: 'Ada', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
const users = { users: [user] };
declare const solanaAddress: Address;

describe('createClient', () => {
  test('default', () => {
    expectTypeOf(client).toEqualTypeOf<Client>();
    expectTypeOf(createP256Stamper).returns.toExtend<Stamper>();
    createClient({ baseUrl, stamper: createP256Stamper({ publicKey: '', privateKey: '' }), organizationId: 'o' });
    createClient({ baseUrl, stamper: undefined, organizationId: process.env['ORGANIZATION_ID'], fetch, hooks: {} });
  });

  test('error: options', () => {
    // @ts-expect-error baseUrl is required
    createClient({});
    // @ts-expect-error there is no such option
    createClient({ baseUrl, retry: 2 });
    // @ts-expect-error a stamper stamps
    createClient({ baseUrl, stamper: { sign: () => '' } });
    // @ts-expect-error the configuration is required
    createAuthProxyClient({ baseUrl });
  });

  test('behavior: with a few operations', () => {
    const small = createCoreClient({ baseUrl, operations: { whoami, createUsers } });
    expectTypeOf(small).toHaveProperty('createUsersOrThrow');
    expectTypeOf(small.createUsers).toEqualTypeOf<Client['createUsers']>();
    expectTypeOf(small.whoami).toEqualTypeOf<Client['whoami']>();
    expectTypeOf<keyof typeof small>().toEqualTypeOf<
      'createUsers' | 'createUsersOrThrow' | 'resume' | 'send' | 'stamp' | 'whoami'
    >();
  });
});

describe('activity', () => {
  test('default: parameters in, an outcome out', () => {
    expectTypeOf(client.createUsers).parameter(0).toEqualTypeOf<Schemas['CreateUsersIntentV4']>();
    expectTypeOf<ReturnType<Client['createUsersOrThrow']>>().resolves.toEqualTypeOf<Schemas['CreateUsersResult']>();
    expectTypeOf(client.createOauthProvidersOrThrow).returns.resolves.toEqualTypeOf<
      Schemas['CreateOauthProvidersResultV2']
    >();
  });

  test('behavior: only a completed outcome has a result, and only a failed one has a failure', async () => {
    const outcome = await client.createUsers(users);
    expectTypeOf(outcome.status).toEqualTypeOf<'completed' | 'consensusNeeded' | 'failed' | 'pending' | 'rejected'>();
    expectTypeOf(outcome.activity).toEqualTypeOf<Schemas['CreateUsersActivity']>();
    type StatusWith<Member, Of = typeof outcome> = Of extends { status: infer Status }
      ? Member extends keyof Of
        ? Status
        : never
      : never;
    expectTypeOf<StatusWith<'result'>>().toEqualTypeOf<'completed'>();
    expectTypeOf<StatusWith<'failure'>>().toEqualTypeOf<'failed'>();
    // @ts-expect-error it may not be completed
    outcome.result;
    // @ts-expect-error it may not have failed
    outcome.failure;
    if (outcome.status === 'completed') expectTypeOf(outcome.result).toEqualTypeOf<Schemas['CreateUsersResult']>();
    else if (outcome.status === 'failed') expectTypeOf(outcome.failure).toEqualTypeOf<ApiErrorBody | undefined>();
    // @ts-expect-error it is not completed
    else outcome.result;
  });

  test('behavior: a vote returns an activity of any type, and has no OrThrow method', async () => {
    expectTypeOf(client.approveActivity).parameter(0).toEqualTypeOf<{ fingerprint: string }>();
    expectTypeOf(client.approveActivity).returns.resolves.toEqualTypeOf<Outcome<unknown>>();
    const outcome = await client.rejectActivity({ fingerprint: '' });
    expectTypeOf(outcome.activity).toEqualTypeOf<Schemas['Activity']>();
    if (outcome.status === 'completed') expectTypeOf(outcome.result).toEqualTypeOf<unknown>();
    // @ts-expect-error an approval that is not the last one has not failed
    client.approveActivityOrThrow;
  });

  test('args: options', () => {
    client.createUsers(users, { pendingTimeout: 0, consensusTimeout: 1, generateAppProofs: true, organizationId: 'o' });
    client.createUsersOrThrow(users, { signal: new AbortController().signal, timeout: 1, retries: 0, headers: {} });
    // @ts-expect-error only activities are waited for
    client.whoami({}, { pendingTimeout: 0 });
    // @ts-expect-error there is no such option
    client.createUsers(users, { pollTimeout: 0 });
  });

  test('args: an input can be left out where nothing in it is required', () => {
    client.claimSwapFees();
    client.claimSwapFees({});
    client.claimSwapFeesOrThrow();
    client.whoami();
    client.listPrivateKeys();
    client.listVerifiedSuborgs();
    // @ts-expect-error the users are required
    client.createUsers();
    // @ts-expect-error the users are required
    client.createUsersOrThrow({});
    // @ts-expect-error the activity is required
    client.getActivity();
    // @ts-expect-error there are no parameters
    client.claimSwapFees({ amount: '1' });
  });

  test('error: wrong names and values', () => {
    // @ts-expect-error there is no such operation
    client.createUser;
    // @ts-expect-error a query has no OrThrow method
    client.whoamiOrThrow;
    // @ts-expect-error there is no such parameter
    client.createUsers({ ...users, organizationId: 'o' });
    // @ts-expect-error a user has a name
    client.createUsers({ users: [{ ...user, userName: undefined }] });
    // @ts-expect-error there is no such field
    client.listVerifiedSuborgs({ filter: 'EMAIL' });
    // @ts-expect-error the client adds the organization
    client.whoami({ organizationId: 'o' });
  });
});

describe('query', () => {
  test('default', () => {
    expectTypeOf(client.whoami).returns.resolves.toEqualTypeOf<Schemas['WhoamiResponseBody']>();
    expectTypeOf(client.getActivity).parameter(0).toEqualTypeOf<{ activityId: string }>();
  });

  test('behavior: a list in pages', async () => {
    const pages = client.listEarnVaults({ caip19: '' });
    expectTypeOf(pages).resolves.toEqualTypeOf<Schemas['ListEarnVaultsResponseBody']>();
    for await (const vault of pages) expectTypeOf(vault).toEqualTypeOf<Schemas['EarnVault']>();
    const suborgs = client.listVerifiedSuborgs({ filterType: 'EMAIL', filterValue: '' });
    for await (const id of suborgs) expectTypeOf(id).toEqualTypeOf<string>();
    // @ts-expect-error not in pages
    for await (const _ of client.listPrivateKeys()) break;
  });
});

describe('signed requests', () => {
  test('default', async () => {
    const request = await client.stamp('createUsers', users);
    expectTypeOf(request).toEqualTypeOf<SignedRequest<'createUsers'>>();
    expectTypeOf(client.send(request)).toEqualTypeOf<ReturnType<Client['createUsers']>>();
    expectTypeOf(client.send(await client.stamp('whoami'))).toEqualTypeOf<ReturnType<Client['whoami']>>();
    expectTypeOf(client.send(await client.stamp('listEarnVaults', { caip19: '' }))).resolves.toEqualTypeOf<
      Schemas['ListEarnVaultsResponseBody']
    >();
    expectTypeOf(client.resume('otpLogin', 'id')).toEqualTypeOf<ReturnType<Client['otpLogin']>>();
  });

  test('error: wrong names and inputs', () => {
    // @ts-expect-error there is no such operation
    client.stamp('createUser', users);
    // @ts-expect-error the users are required
    client.stamp('createUsers');
    // @ts-expect-error parameters of another operation
    client.stamp('createUsers', { activityId: '' });
    // @ts-expect-error a query is not an activity
    client.resume('whoami', 'id');
  });
});

test('behavior: the result is unknown when the operation is unknown', () => {
  expectTypeOf(client.send({} as SignedRequest)).toEqualTypeOf<Promise<unknown>>();
  const { request } = new MintmarkError('TIMEOUT', '');
  if (request) client.send(request);
});

describe('movements', () => {
  const options = { signerPublicKey: '' };

  test('default: the parameters of the operation, with the secret instead of its bundle', () => {
    expectTypeOf(exportWallet(client, { walletId: '' }, options)).resolves.toEqualTypeOf<ExportedMnemonic>();
    exportWallet(client, { walletId: '', language: 'MNEMONIC_LANGUAGE_ENGLISH' }, { ...options, timeout: 1 });
    expectTypeOf(importWallet).parameter(1).toHaveProperty('mnemonic').toEqualTypeOf<string>();
    expectTypeOf(importWallet).returns.resolves.toEqualTypeOf<Schemas['ImportWalletResult']>();
    const { unfinished } = new MintmarkError('TIMEOUT', '');
    exportWallet(client, { walletId: '' }, { ...options, resume: unfinished });
  });

  test('args: a client that has the operations', () => {
    const small = createCoreClient({ baseUrl, operations: { exportWallet: exportWalletOperation } });
    exportWallet(small, { walletId: '' }, options);
    // @ts-expect-error it cannot import
    importWallet(small, { userId: '', walletName: '', accounts: [], mnemonic: '' }, options);
  });

  test('error: wrong names and values', () => {
    // @ts-expect-error the signer must be known
    exportWallet(client, { walletId: '' }, {});
    // @ts-expect-error the movement makes the key
    exportWallet(client, { walletId: '', targetPublicKey: '' }, options);
    // @ts-expect-error the movement seals the bundle
    importWallet(client, { userId: '', walletName: '', accounts: [], encryptedBundle: '' }, options);
  });
});

describe('signing adapters', () => {
  test('args: a client that has the operations', () => {
    const small = createCoreClient({ baseUrl, operations: { signRawPayload, signTransaction } });
    expectTypeOf(createViemAccount(small, '0x')).toExtend<LocalAccount>();
    expectTypeOf(new MintmarkSigner(small, '', null, { consensusTimeout: 1 })).toExtend<Signer>();
    // @ts-expect-error it cannot sign messages of Solana
    createSolanaSigner(small, solanaAddress);
    expectTypeOf(createSolanaSigner(client, solanaAddress)).toExtend<TransactionSigner & MessageSigner>();
  });

  test('error: wrong options', () => {
    // @ts-expect-error there is no such option
    createViemAccount(client, '0x', { consensus: 1 });
  });
});

describe('createAuthProxyClient', () => {
  test('default', () => {
    const { signupV2 } = createAuthProxyClient({ baseUrl, authProxyConfigId: '' });
    expectTypeOf(signupV2).parameter(0).toEqualTypeOf<Schemas['SignupV2Request']>();
    expectTypeOf(signupV2).returns.resolves.toEqualTypeOf<Schemas['SignupV2ResponseBody']>();
    // @ts-expect-error the input is required
    signupV2();
  });
});

describe('errors', () => {
  test('default: known codes are offered, newer ones allowed', (error: unknown = undefined) => {
    expectTypeOf<ErrorCode>().extract<'INVALID_TIME' | 'INVALID_TYME'>().toEqualTypeOf<'INVALID_TIME'>();
    if (error instanceof ApiError) {
      expectTypeOf(error).toExtend<MintmarkError>();
      expectTypeOf(error.status).toEqualTypeOf<number>();
      expectTypeOf(error.fieldViolations).items.toEqualTypeOf<Schemas['FieldViolation']>();
      if (error.code === 'A_NEWER_CODE') return;
    }
    if (error instanceof MintmarkError) expectTypeOf(error.status).toEqualTypeOf<number | undefined>();
  });
});
