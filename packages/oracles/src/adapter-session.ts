import { join } from 'node:path';
import { type Client, createClient } from '@mintmark/client';
import { createServer, type Server } from '@mintmark/server';
import { createP256Stamper } from '@mintmark/stamper';
import type { Address, MessagePartialSigner, TransactionPartialSigner } from '@solana/kit';
import type { Psbt, SignerAsync } from 'bitcoinjs-lib';
import type { AbstractSigner, Provider } from 'ethers';
import type { Hex, LocalAccount } from 'viem';
import { savePageFiles } from './page-files.ts';

/** What the files of docs/signing-adapters.md export. */
interface Adapters {
  readonly viemAccount: (client: Client, address: Hex) => LocalAccount;
  readonly MintmarkSigner: new (client: Client, address: string, provider?: Provider) => AbstractSigner;
  readonly solanaSigner: (client: Client, address: Address) => TransactionPartialSigner & MessagePartialSigner;
  readonly signPsbt: (client: Client, address: string, psbt: Psbt) => Promise<Psbt>;
  readonly bitcoinSigner: (client: Client, address: string, publicKey: Uint8Array) => SignerAsync;
}

/** The adapters of the page, and a client of a server in this process. */
export interface AdapterSession extends AsyncDisposable {
  readonly adapters: Adapters;
  readonly client: Client;
}

/** Loads the adapters from the page, and starts the server. */
export async function startAdapterSession(): Promise<AdapterSession> {
  using page = savePageFiles('signing-adapters.md');
  const modules = await Promise.all(page.names.map((name) => import(join(page.directory, name))));
  const server = await createServer({ database: 'ephemeral' });
  return {
    adapters: Object.assign({}, ...modules),
    client: connect(server),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function connect({ root, fetch }: Server): Client {
  if (!root?.apiPrivateKey) throw new Error('the database was not empty');
  const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = root;
  const stamper = createP256Stamper({ publicKey, privateKey });
  return createClient({ baseUrl: 'http://mintmark.local', fetch, organizationId, stamper });
}
