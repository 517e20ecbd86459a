import { join } from 'node:path';
import { type Client, createClient } from '@mintmark/client';
import { createServer, type Server } from '@mintmark/server';
import { type ApiKey, createP256Stamper } from '@mintmark/stamper';
import { patientClient } from '@mintmark/testing/patience';
import type { Transaction } from '@solana/kit';
import type { Psbt, SignerAsync } from 'bitcoinjs-lib';
import { savePageFiles } from './page-files.ts';

/** What the files of docs/signing-adapters.md export. */
interface PageExports {
  readonly payWithViem: (client: Client, address: string, to: string, nodeUrl: string) => Promise<`0x${string}`>;
  readonly payWithEthers: (client: Client, address: string, to: string, provider: object) => Promise<{ hash: string }>;
  readonly signTransfer: (
    client: Client,
    address: string,
    destination: string,
    lifetime: object,
  ) => Promise<Transaction>;
  readonly signPsbt: (client: Client, address: string, psbt: Psbt) => Promise<Psbt>;
  readonly bitcoinSigner: (client: Client, address: string, publicKey: Uint8Array) => SignerAsync;
}

/** What the page exports, and a client of a server in this process. */
export interface AdapterSession extends AsyncDisposable {
  readonly page: PageExports;
  readonly client: Client;
  /** A client of another user. */
  readonly connectAs: (key: ApiKey, organizationId: string) => Client;
}

/** Loads the files of the page, and starts the server. */
export async function startAdapterSession(): Promise<AdapterSession> {
  using files = savePageFiles('signing-adapters.md');
  const modules = await Promise.all(files.names.map((name) => import(join(files.directory, name))));
  const server = await createServer({ database: 'ephemeral' });
  const connectAs = (key: ApiKey, organizationId: string) =>
    createClient({
      baseUrl: 'http://mintmark.local',
      fetch: server.fetch,
      organizationId,
      stamper: createP256Stamper(key),
      ...patientClient,
    });
  return {
    page: Object.assign({}, ...modules),
    client: connectAs(...rootOf(server)),
    connectAs,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function rootOf({ root }: Server): [ApiKey, string] {
  if (!root?.apiPrivateKey) throw new Error('the database was not empty');
  const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = root;
  return [{ publicKey, privateKey }, organizationId];
}
