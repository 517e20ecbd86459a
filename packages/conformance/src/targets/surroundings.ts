import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey } from '@mintmark/stamper';
import { buildJwks } from '@mintmark/stamper/tokens';
import { startEvmNode } from '@mintmark/testing/evm-node';
import { placeVaults } from '@mintmark/testing/place-vaults';
import { asset, deployer, notAVault, vaults } from './listed-vaults.ts';
import { startOauth2Provider } from './oauth2-provider.ts';
import { startSwapProvider } from './swap-provider.ts';
import type { SignIn } from './target.ts';

/** What is around a service in the stories, and what the stories need to know about it. */
export interface Surroundings extends AsyncDisposable {
  /** The configuration file for the service. */
  readonly configFile: string;
  readonly signIn: SignIn;
  readonly hasChain: true;
}

const kid = 'stories';
const issuer = 'https://id.example.com';
const clientSecret = 'the secret of the stories';

/**
 * Makes an issuer whose keys the service has in a file, and starts an OAuth 2.0 provider, a swap provider and a node of the chain
 * eip155:1. The issuer is only a key: stories sign its tokens themselves, in every runtime.
 */
export async function startSurroundings(): Promise<Surroundings> {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'mintmark-surroundings-'));
  stack.defer(() => rm(directory, { recursive: true }));
  const provider = stack.use(await startOauth2Provider(clientSecret));
  const node = stack.use(await startEvmNode());
  await placeVaults(node, { asset, vaults, holder: deployer });
  const swapProvider = stack.use(await startSwapProvider());
  const key = generatePrivateKey('p256').toApiKey();
  const configFile = join(directory, 'config.json');
  await writeFile(join(directory, 'keys.json'), JSON.stringify(buildJwks([{ publicKey: key.publicKey, kid }])));
  const configuration = {
    oidc: { issuers: [{ issuer, audiences: ['stories'], jwksFile: 'keys.json' }] },
    oauth2: {
      issuer: 'https://wallets.example.com',
      alpha: { tokenUrl: `${provider.url}/token`, userInfoUrl: `${provider.url}/me` },
    },
    chains: { [node.caip2]: { rpcUrl: node.url } },
    earn: {
      vaults: [...vaults, notAVault].map((address) => ({
        caip2: node.caip2,
        address,
        provider: 'EARN_PROVIDER_ALPHA',
        curator: 'Northwind',
      })),
      deployer,
    },
    swap: { providerUrl: swapProvider.url },
  };
  await writeFile(configFile, JSON.stringify(configuration));
  const parts = stack.move();
  const signIn = { issuer, kid, key, clientSecret };
  return { configFile, signIn, hasChain: true, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
