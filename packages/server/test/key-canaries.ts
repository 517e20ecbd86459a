import { createHash } from 'node:crypto';
import type { Canary } from '@mintmark/testing/needles';
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Curve, keyDerivations } from '../src/custody/derivation/key-derivation.ts';
import { parsePath } from '../src/custody/derivation/path.ts';
import { byteForms, phraseForms } from './canary-forms.ts';
import { resultOf } from './organizations.ts';
import type { Actor, Reply } from './service.ts';
import { ethereumAccount, type KeyService, keyMovements, solanaAccount } from './wallets.ts';

interface Account {
  readonly curve: string;
  readonly path: string;
}

const curves: readonly Curve[] = ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'];
const p256Account = (index: number) => ({
  curve: 'CURVE_P256',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/1'/${index}'`,
  addressFormat: 'ADDRESS_FORMAT_COMPRESSED',
});
/** An account on each curve. */
const accountsAt = (index: number) => [ethereumAccount(index), solanaAccount(index), p256Account(index)];

const digestOf = (name: string) => createHash('sha256').update(name).digest();
const phraseOf = (name: string) => entropyToMnemonic(digestOf(name), wordlist);

/** What a service must leave nowhere, in every form. The name of a canary begins with what it is. */
export class KeyCanaries {
  readonly canaries: Canary[] = [];

  addKey(curve: string, secret: Uint8Array): void {
    this.canaries.push(...byteForms(`${curve} key`, secret));
  }

  addPhrase(phrase: string): void {
    const indexes = Uint16Array.from(phrase.split(' '), (word) => wordlist.indexOf(word));
    const places = { name: 'mnemonic, places of its words', bytes: new Uint8Array(indexes.buffer) };
    this.canaries.push(...phraseForms('mnemonic', phrase), places);
  }

  /** A phrase with its entropy, its seed, and every key from there to accounts. */
  addWallet(phrase: string, passphrase: string, accounts: readonly Account[]): void {
    this.addPhrase(phrase);
    this.canaries.push(...byteForms('entropy', mnemonicToEntropy(phrase, wordlist)));
    if (passphrase) this.canaries.push(...byteForms(`passphrase ${passphrase}`, Buffer.from(passphrase)));
    const seed = mnemonicToSeedSync(phrase, passphrase);
    this.canaries.push(...byteForms('seed', seed));
    for (const { curve, path } of accounts) this.#addPath(seed, curve, path);
  }

  #addPath(seed: Uint8Array, curve: string, path: string): void {
    const { master, child } = keyDerivations[curve as Curve];
    let key = master(seed);
    for (const index of parsePath(path) ?? []) {
      this.addKey(curve, key.secret);
      this.canaries.push(...byteForms('chain code', key.chainCode));
      key = child(key, index);
    }
    this.addKey(curve, key.secret);
  }
}

/** What a client asks of a service. */
export interface CanaryService extends KeyService {
  ask(actor: Actor, operation: string, more?: object): Promise<Reply>;
}

/** Passphrases of wallets that are imported. Only one that is not ASCII has to become a string. */
const passphrases = ['', 'the passphrase of a canary', 'Kanarienvögel singen'] as const;

/** Creates, imports, lists and exports wallets and private keys, signs with them, and returns what has to stay secret. */
export async function useKeys(service: CanaryService, actor: Actor): Promise<readonly Canary[]> {
  const secrets = new KeyCanaries();
  await createWallets(service, actor, secrets);
  await importWallets(service, actor, secrets);
  await usePrivateKeys(service, actor, secrets);
  for (const operation of ['list_wallets', 'list_private_keys', 'list_activities']) {
    const { status } = await service.ask(actor, operation);
    if (status !== 200) throw new Error(`${operation} was answered ${status}`);
  }
  return secrets.canaries;
}

/** Wallets that the service makes. Their keys are known once they are exported. */
async function createWallets(service: CanaryService, actor: Actor, secrets: KeyCanaries): Promise<void> {
  const { submit, ask } = service;
  const { exportAccount, exportWallet } = keyMovements(service);
  for (const mnemonicLength of [12, 24]) {
    const parameters = { walletName: `Made ${mnemonicLength}`, mnemonicLength, accounts: accountsAt(0) };
    const { walletId, addresses } = resultOf(await submit(actor, 'create_wallet', parameters));
    resultOf(await submit(actor, 'create_wallet_accounts', { walletId, accounts: accountsAt(1) }));
    resultOf(await submit(actor, 'create_wallet_accounts', { walletId, accounts: accountsAt(2), persist: false }));
    for (const [index, { curve }] of accountsAt(0).entries()) {
      await sign(service, actor, { curve, signWith: addresses[index] });
      secrets.addKey(curve, await exportAccount(actor, addresses[index]));
    }
    secrets.addWallet(await exportWallet(actor, walletId), '', [0, 1, 2].flatMap(accountsAt));
    const { json } = await ask(actor, 'list_wallet_accounts', { walletId });
    if (json.accounts.length !== 6) throw new Error('a wallet should have six accounts');
  }
}

/** Signs one payload, and several, which a thread does. */
async function sign(
  { submit }: CanaryService,
  actor: Actor,
  { curve, signWith }: { readonly curve: string; readonly signWith: string },
): Promise<void> {
  const hashFunction = curve === 'CURVE_ED25519' ? 'HASH_FUNCTION_NOT_APPLICABLE' : 'HASH_FUNCTION_SHA256';
  const form = { signWith, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction };
  resultOf(await submit(actor, 'sign_raw_payload', { ...form, payload: 'one' }));
  resultOf(await submit(actor, 'sign_raw_payloads', { ...form, payloads: ['one', 'two', 'three', 'four'] }));
}

async function importWallets(service: CanaryService, actor: Actor, secrets: KeyCanaries): Promise<void> {
  const { exportWallet, importWallet } = keyMovements(service);
  for (const [index, passphrase] of passphrases.entries()) {
    const walletName = `Imported ${index}`;
    const phrase = phraseOf(walletName);
    const content = passphrase ? `${phrase}\n${passphrase}` : phrase;
    const { walletId } = resultOf(await importWallet(actor, content, { walletName, accounts: accountsAt(0) }));
    if ((await exportWallet(actor, walletId)) !== content) throw new Error('the wallet should be what was imported');
    secrets.addWallet(phrase, passphrase, accountsAt(0));
  }
  const [first = '', ...others] = phraseOf('Refused').split(' ');
  const refused = [...others, first].join(' ');
  const { error } = await importWallet(actor, refused, { walletName: 'Refused' });
  if (error !== 'INVALID_MNEMONIC') throw new Error('the phrase should have a wrong checksum');
  secrets.addPhrase(refused);
}

async function usePrivateKeys(service: CanaryService, actor: Actor, secrets: KeyCanaries): Promise<void> {
  const { exportPrivateKey, importPrivateKey } = keyMovements(service);
  const addressFormats = ['ADDRESS_FORMAT_COMPRESSED'];
  const privateKeys = curves.map((curve) => ({
    privateKeyName: `Made ${curve}`,
    curve,
    privateKeyTags: [],
    addressFormats,
  }));
  const made = resultOf(await service.submit(actor, 'create_private_keys', { privateKeys }));
  for (const [index, curve] of curves.entries()) {
    const { privateKeyId: signWith } = made.privateKeys[index];
    await sign(service, actor, { curve, signWith });
    secrets.addKey(curve, await exportPrivateKey(actor, signWith));
    const secret = digestOf(`imported ${curve}`);
    secrets.addKey(curve, secret);
    const more = { privateKeyName: `Imported ${curve}`, curve, addressFormats };
    const { privateKeyId } = resultOf(await importPrivateKey(actor, secret, more));
    if (!secret.equals(await exportPrivateKey(actor, privateKeyId)))
      throw new Error('the key should be what was imported');
  }
}
