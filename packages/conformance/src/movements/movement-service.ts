import { type Client, type ClientOptions, createClient, type Stamper } from '@mintmark/client';
import { createServer } from '@mintmark/server';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { patientClient } from '@mintmark/testing/patience';

type Fetch = NonNullable<ClientOptions['fetch']>;

/** The phrase of BIP-39's first vector, with its published first account of Ethereum. */
export const known = {
  mnemonic: 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  privateKey: Buffer.from('1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727', 'hex'),
};

export const ethereumAccount = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

/** A user who may do everything in an organization. */
export interface Holder {
  readonly organizationId: string;
  readonly userId: string;
  readonly stamper: Stamper;
  readonly client: Client;
  /** A client of the same user with other options. */
  readonly clientWith: (options: Partial<ClientOptions>) => Client;
}

/** The service in this process, on a database of its own. */
export async function startMovementService() {
  const server = await createServer({ database: 'ephemeral' });
  const { root } = server;
  if (!root?.apiPrivateKey) throw new Error('the database was not empty');
  const { organizationId, userId, keys } = root;

  function holderOf(at: Pick<Holder, 'organizationId' | 'userId'>, apiKey: ApiKey): Holder {
    const { organizationId } = at;
    const stamper = createP256Stamper(apiKey);
    const clientWith = (options: Partial<ClientOptions>) =>
      createClient({
        ...{ baseUrl: 'http://mintmark.local', fetch: server.fetch, organizationId, stamper },
        ...patientClient,
        ...options,
      });
    return { ...at, stamper, client: clientWith({}), clientWith };
  }

  const parent = holderOf({ organizationId, userId }, { publicKey: root.apiPublicKey, privateKey: root.apiPrivateKey });

  let count = 0;
  /** A new sub-organization with this many root users, who all have to agree. */
  async function newHolders(size: number): Promise<readonly Holder[]> {
    const keys = Array.from({ length: size }, () => generatePrivateKey('p256').toApiKey());
    const rootUsers = keys.map(({ publicKey }, index) => ({
      userName: `Ada ${index}`,
      apiKeys: [{ apiKeyName: 'Laptop', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
      authenticators: [],
      oauthProviders: [],
    }));
    const made = await parent.client.createSubOrganizationOrThrow({
      ...{ subOrganizationName: `Movements ${++count}`, rootUsers, rootQuorumThreshold: size },
    });
    const organizationId = made.subOrganizationId;
    return keys.map((key, index) => holderOf({ organizationId, userId: made.rootUserIds?.[index] ?? '' }, key));
  }

  return {
    fetch: server.fetch,
    signerPublicKey: keys.signer,
    newHolders,
    async newHolder(): Promise<Holder> {
      const [holder] = await newHolders(1);
      if (!holder) throw new Error('no holder was made');
      return holder;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

interface ApiKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A connection that counts its requests by path, and that tests can interfere with. */
export function watched(fetch: Fetch, interfere: (path: string, answer: () => Promise<Response>) => Promise<Response>) {
  const paths: string[] = [];
  const watchedFetch: Fetch = (url, init) => {
    const path = new URL(url).pathname.split('/').at(-1) ?? '';
    paths.push(path);
    return interfere(path, () => fetch(url, init));
  };
  return { fetch: watchedFetch, paths };
}

/** Loses the first answers to an operation, after the service has carried it out. */
export function losing(fetch: Fetch, operation: string, times = 1) {
  let left = times;
  return watched(fetch, async (path, answer) => {
    const response = await answer();
    if (path === operation && left-- > 0) throw new TypeError('connection reset');
    return response;
  });
}
