import { randomBytes } from 'node:crypto';
import { type Actor, makeKeys, resultOf, submission } from '../../load/stamped-requests.ts';

/** A user and the address of a key that signs for it. */
export interface Signer {
  readonly owner: Actor;
  readonly signWith: string;
}

/** One key may not send as many requests as a fast machine answers. */
const keyCount = 4;

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

/** A submission that creates a wallet with one Ethereum account. */
export const newWallet = (owner: Actor, walletName: string) =>
  submission(owner, 'create_wallet', 'CREATE_WALLET', { walletName, accounts: [account] });

/** Creates a wallet with one Ethereum account for each user. */
export async function makeSigners(port: number, owners: readonly Actor[]): Promise<Signer[]> {
  const signers: Signer[] = [];
  for (const owner of owners) {
    const { addresses } = await resultOf(port, await newWallet(owner, 'Wallet'));
    signers.push({ owner, signWith: (addresses as [string])[0] });
  }
  return signers;
}

/** Creates a wallet with one Ethereum account, and several keys of its user to sign with it. */
export async function makeSignersOfOne(port: number, owner: Actor): Promise<Signer[]> {
  const [{ signWith }] = (await makeSigners(port, [owner])) as [Signer];
  return (await makeKeys(port, owner, keyCount)).map((key) => ({ owner: key, signWith }));
}

/** A submission that signs 32 random bytes. */
export const signPayload = ({ owner, signWith }: Signer) =>
  submission(owner, 'sign_raw_payload', 'SIGN_RAW_PAYLOAD_V2', {
    signWith,
    payload: randomBytes(32).toString('hex'),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });

/** This many submissions that sign, by each signer in turn. */
export const signatures = (signers: readonly Signer[], count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => signPayload(signers[index % signers.length] as Signer)));
