import { RlpFields } from '@mintmark/chains/src/ethereum/rlp-fields';
import { mail } from '@mintmark/chains/test/eip-712-mail';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf, type PolicyParameters, transferTo } from '../../../test/policies.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { createPrivateKey, digestPayload } from '../../../test/signing.ts';
import { ethereumAccount, keyMovements, knownMnemonic } from '../../../test/wallets.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => void vi.restoreAllMocks());
const { submit } = service;

const friend = `0x${'0a'.repeat(20)}`;
const stranger = `0x${'0b'.repeat(20)}`;

/** A new organization: its root user, another user with a policy, and a private key. */
async function arrange(parameters: PolicyParameters = {}) {
  const [root] = await addOrganization(service);
  const user = await addUser(service, root);
  const key = await createPrivateKey(service, root);
  const allow = (condition: string) => addPolicy(service, root, { condition, consensus: isBy(user), ...parameters });
  return { root, user, key, allow };
}

const signTransaction = (user: Actor, signWith: string, unsignedTransaction: string) =>
  submit(user, 'sign_transaction', { signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' });

describe('a transaction', () => {
  test('default: allowed to one recipient only, whatever the case of its letters', async () => {
    const { user, key, allow } = await arrange();
    await allow(`eth.tx.to == '${friend.toUpperCase().replace('0X', '0x')}' && eth.tx.value <= 5`);
    expect(outcomeOf(await signTransaction(user, key.address, transferTo(friend, 5)))).toBe('COMPLETED');
    expect(outcomeOf(await signTransaction(user, key.address, transferTo(friend, 6)))).toBe('REQUEST_NOT_AUTHORIZED');
    expect(outcomeOf(await signTransaction(user, key.address, transferTo(stranger)))).toBe('REQUEST_NOT_AUTHORIZED');
  });

  test('behavior: it is parsed once for policies, signature and commit', async () => {
    const { user, key, allow } = await arrange();
    await allow(`eth.tx.to == '${friend}'`);
    const decode = vi.spyOn(RlpFields, 'decode');
    expect(outcomeOf(await signTransaction(user, key.address, transferTo(friend)))).toBe('COMPLETED');
    expect(decode).toHaveBeenCalledTimes(1);
  });

  test('behavior: it is not parsed for policies that do not name it', async () => {
    const { user, key, allow } = await arrange();
    await allow(`private_key.id == '${crypto.randomUUID()}'`);
    const decode = vi.spyOn(RlpFields, 'decode');
    expect(outcomeOf(await signTransaction(user, key.address, transferTo(friend)))).toBe('REQUEST_NOT_AUTHORIZED');
    expect(decode).not.toHaveBeenCalled();
  });

  test('error: it cannot be parsed, and is refused for that if policies allow the rest', async () => {
    const { user, key, allow } = await arrange();
    await allow(`private_key.id == '${key.privateKeyId}'`);
    await allow(`eth.tx.to == '${friend}'`);
    expect(refusalOf(await signTransaction(user, key.address, '00'))).toEqual([400, 'INVALID_TRANSACTION']);
  });

  test('error: the key does not exist', async () => {
    const { user, allow } = await arrange();
    await allow(`eth.tx.to == '${friend}'`);
    expect(outcomeOf(await signTransaction(user, stranger, transferTo(friend)))).toBe('REQUEST_NOT_AUTHORIZED');
  });

  test('behavior: the arguments of a call by the stored interface', async () => {
    const { root, user, key, allow } = await arrange();
    const inputs = [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ];
    await allow(`eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['amount'] <= 5`);
    const transfer = (amount: number) =>
      callOf(friend, `a9059cbb${stranger.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`);
    expect(outcomeOf(await signTransaction(user, key.address, transfer(5)))).toBe('REQUEST_NOT_AUTHORIZED');
    resultOf(
      await submit(root, 'create_smart_contract_interface', {
        smartContractAddress: friend,
        smartContractInterface: JSON.stringify([{ type: 'function', name: 'transfer', inputs }]),
        type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
        label: 'Token',
      }),
    );
    expect(outcomeOf(await signTransaction(user, key.address, transfer(5)))).toBe('COMPLETED');
    expect(outcomeOf(await signTransaction(user, key.address, transfer(6)))).toBe('REQUEST_NOT_AUTHORIZED');
  });
});

/** An unsigned legacy transaction of Ethereum with data of 56 to 255 bytes, on chain 1. */
function callOf(to: string, data: string): string {
  const fields = `01090a94${to.slice(2)}80b8${(data.length / 2).toString(16)}${data}018080`;
  return `f8${(fields.length / 2).toString(16)}${fields}`;
}

describe('what signs', () => {
  test('behavior: one private key, and its tags', async () => {
    const { root, user, key, allow } = await arrange();
    const tag = { privateKeyTagName: 'Hot', privateKeyIds: [key.privateKeyId] };
    const { privateKeyTagId } = resultOf(await submit(root, 'create_private_key_tag', tag));
    await allow(`private_key.tags.contains('${privateKeyTagId}')`);
    const other = await createPrivateKey(service, root);
    const sign = (signWith: string) => submit(user, 'sign_raw_payload', { signWith, ...digestPayload });
    expect(outcomeOf(await sign(key.address))).toBe('COMPLETED');
    expect(outcomeOf(await sign(key.privateKeyId))).toBe('COMPLETED');
    expect(outcomeOf(await sign(other.privateKeyId))).toBe('REQUEST_NOT_AUTHORIZED');
  });

  test('behavior: an account in two wallets needs permission for each', async () => {
    const { root, user, allow } = await arrange();
    const accounts = [ethereumAccount()];
    const { importWallet } = keyMovements(service);
    const first = resultOf(await importWallet(root, knownMnemonic, { walletName: 'First', accounts }));
    const [address] = first.addresses;
    const sign = () => submit(user, 'sign_raw_payload', { signWith: address, ...digestPayload });
    await allow(`wallet.label == 'First' && wallet_account.address == '${address}'`);
    expect(outcomeOf(await sign())).toBe('COMPLETED');
    const second = resultOf(await importWallet(root, knownMnemonic, { walletName: 'Second', accounts }));
    expect(outcomeOf(await sign())).toBe('REQUEST_NOT_AUTHORIZED');
    await allow(`wallet.id == '${second.walletId}' && wallet.imported && wallets.count() == 2`);
    expect(outcomeOf(await sign())).toBe('COMPLETED');
  });
});

describe('payloads', () => {
  const typed = { encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: 'HASH_FUNCTION_NO_OP' };
  const other = { ...mail, message: { ...mail.message, contents: 'Hello, Eve!' } };
  const condition = `eth.eip_712.primary_type == 'Mail' && eth.eip_712.domain.chain_id == 1
    && eth.eip_712.message['to']['name'] == 'Bob' && eth.eip_712.message['contents'] == 'Hello, Bob!'`;

  test('behavior: typed data by its contents, but not a digest', async () => {
    const { user, key, allow } = await arrange();
    await allow(condition);
    const sign = (payload: string, form: object = typed) =>
      submit(user, 'sign_raw_payload', { signWith: key.address, payload, ...form });
    expect(outcomeOf(await sign(JSON.stringify(mail)))).toBe('COMPLETED');
    expect(outcomeOf(await sign(JSON.stringify(other)))).toBe('REQUEST_NOT_AUTHORIZED');
    expect(outcomeOf(await sign(digestPayload.payload, digestPayload))).toBe('REQUEST_NOT_AUTHORIZED');
  });

  test('behavior: all of a batch must be allowed', async () => {
    const { user, key, allow } = await arrange();
    await allow(condition);
    const sign = (...payloads: readonly object[]) =>
      submit(user, 'sign_raw_payloads', {
        signWith: key.address,
        payloads: payloads.map((payload) => JSON.stringify(payload)),
        ...typed,
      });
    expect(outcomeOf(await sign(mail, mail))).toBe('COMPLETED');
    expect(outcomeOf(await sign(mail, other))).toBe('REQUEST_NOT_AUTHORIZED');
  });

  test('behavior: an authorization by its contract', async () => {
    const { user, key, allow } = await arrange();
    await allow(`eth.eip_7702_authorization.address == '${friend}' && eth.eip_7702_authorization.nonce < 3`);
    const sign = (address: string) =>
      submit(user, 'sign_raw_payload', {
        signWith: key.address,
        payload: JSON.stringify({ address, chainId: 1, nonce: 2 }),
        encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      });
    expect(outcomeOf(await sign(friend))).toBe('COMPLETED');
    expect(outcomeOf(await sign(stranger))).toBe('REQUEST_NOT_AUTHORIZED');
  });

  test('behavior: digests denied, except those of typed data', async () => {
    const { root, user, key, allow } = await arrange();
    await allow(`activity.resource == 'PRIVATE_KEY' && activity.action == 'SIGN'`);
    await addPolicy(service, root, {
      effect: 'EFFECT_DENY',
      condition: `activity.kind == 'SIGN_RAW_PAYLOAD' && activity.params.hash_function == 'HASH_FUNCTION_NO_OP'
        && activity.params.encoding != 'PAYLOAD_ENCODING_EIP712'`,
    });
    const sign = (payload: string, form: object) =>
      submit(user, 'sign_raw_payload', { signWith: key.address, payload, ...form });
    expect(outcomeOf(await sign(JSON.stringify(mail), typed))).toBe('COMPLETED');
    expect(outcomeOf(await sign(digestPayload.payload, digestPayload))).toBe('REQUEST_NOT_AUTHORIZED');
  });
});

describe('a key that has another address too', () => {
  const tron = { ...ethereumAccount(), addressFormat: 'ADDRESS_FORMAT_TRON' };

  /** A wallet whose account has a second address, which a user may sign with. */
  async function arrangeTwice(condition: (address: string) => PolicyParameters) {
    const [root] = await addOrganization(service);
    const user = await addUser(service, root);
    const { walletId, addresses } = resultOf(
      await submit(root, 'create_wallet', { walletName: 'Wallet', accounts: [ethereumAccount()] }),
    );
    await addPolicy(service, root, condition(addresses[0]));
    const more = resultOf(await submit(root, 'create_wallet_accounts', { walletId, accounts: [tron] }));
    return { root, user, ethereum: addresses[0] as string, tron: more.addresses[0] as string };
  }

  test('behavior: a denial for one address holds for the other', async () => {
    const denies = (address: string) => ({
      effect: 'EFFECT_DENY' as const,
      condition: `wallet_account.address == '${address}'`,
    });
    const { root, user, tron } = await arrangeTwice(denies);
    await addPolicy(service, root, {});
    expect(outcomeOf(await signTransaction(user, tron, transferTo(friend)))).toBe('REQUEST_NOT_AUTHORIZED');
    const target = { address: tron, targetPublicKey: user.publicKey };
    expect(outcomeOf(await submit(user, 'export_wallet_account', target))).toBe('REQUEST_NOT_AUTHORIZED');
  });

  test('behavior: a permission for one address is not one for the other, and is not lost by it', async () => {
    const allows = (address: string) => ({ condition: `wallet_account.address == '${address}'` });
    const { user, ethereum, tron } = await arrangeTwice(allows);
    expect(outcomeOf(await signTransaction(user, ethereum, transferTo(friend)))).toBe('COMPLETED');
    expect(outcomeOf(await signTransaction(user, tron, transferTo(friend)))).toBe('REQUEST_NOT_AUTHORIZED');
  });
});
