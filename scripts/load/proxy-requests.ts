import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { credentials, newKeys, requestBytes } from './stamped-requests.ts';

/** The configuration of the sign-up proxy, from the file that the first start of a service writes. */
export async function readProxyConfigId(dataDirectory: string): Promise<string> {
  return JSON.parse(await readFile(join(dataDirectory, 'root.json'), 'utf8')).authProxyConfigId;
}

const proxyRequest = (configId: string, operation: string, body: string) =>
  requestBytes(`/v1/${operation}`, body, { name: 'X-Auth-Proxy-Config-Id', value: configId });

/** A request without a body. */
export const emptyRequest = (configId: string) => proxyRequest(configId, 'signup_v2', '');

/** A look-up of an account by its public key, with which a sign-in begins. */
export const accountRequest = (configId: string, publicKey: string) =>
  proxyRequest(configId, 'account', JSON.stringify({ filterType: 'PUBLIC_KEY', filterValue: publicKey }));

/** Sign-ups, each with a new key and a wallet of this many accounts. */
export const signUpRequests = (configId: string, count: number, accounts: number): Buffer[] =>
  newKeys(count).map((key) => {
    const wallet = { walletName: 'Wallet', accounts: Array.from({ length: accounts }, (_, index) => accountAt(index)) };
    return proxyRequest(configId, 'signup_v2', JSON.stringify({ ...credentials(key), wallet }));
  });

const accountAt = (index: number) => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
});
