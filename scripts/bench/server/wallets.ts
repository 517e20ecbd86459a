import { createSecretKey, pbkdf2Sync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { cpuTime, isCpuTimeKnown } from '@mintmark/testing/cpu-time';
import { readMasterKeyFile } from '../../../packages/server/src/custody/secrets/master-key-file.ts';
import { createMasterKeys } from '../../../packages/server/src/custody/secrets/master-keys.ts';
import { openBytes, sealBytes } from '../../../packages/server/src/custody/secrets/sealing.ts';
import { Vault } from '../../../packages/server/src/custody/secrets/vault.ts';
import { createWallet } from '../../../packages/server/src/custody/tasks/create-wallet.ts';
import { deriveAccountsFrom } from '../../../packages/server/src/custody/tasks/derive-wallet.ts';
import { openStore } from '../../../packages/server/src/runtime/open-store.ts';
import { type Connection, openConnections, requireSuccess, sendAll } from '../../load/connections.ts';
import { percentile } from '../../load/figures.ts';
import { type ServiceProcess, startService, temporaryDirectory } from '../../load/service-process.ts';
import {
  type Actor,
  makeActors,
  makeSubOrganizations,
  readRootActor,
  resultOf,
  submission,
  whoami,
} from '../../load/stamped-requests.ts';
import { oneByOne, race } from '../race.ts';
import { print, printHead, printRace } from './ratio-rows.ts';

const organizationCount = 16;
const warmUpRounds = 2;
const rounds = 9;

/** Compares wallets with the cryptography that they need at least, and measures how they slow down other requests. */
export async function benchWallets(): Promise<void> {
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const root = await readRootActor(directory.path);
  const owners = await makeSubOrganizations(service.port, root, organizationCount);
  printHead('wallets');
  await benchKeys();
  await benchCreation(service, owners);
  await benchAccounts(service, owners[0] as Actor);
  await benchOpening(directory.path, root.organizationId);
  await benchWhoami(service, root, owners);
}

const account = (index: number) => ({
  curve: 'CURVE_SECP256K1' as const,
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
});
const accountParameters = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...account(index), pathFormat: 'PATH_FORMAT_BIP32' }));

const newWallet = (owner: Actor, walletName: string, accounts = 1) =>
  submission(owner, 'create_wallet', 'CREATE_WALLET', { walletName, accounts: accountParameters(accounts) });

const deleteWallets = (owner: Actor, walletIds: readonly string[]) =>
  submission(owner, 'delete_wallets', 'DELETE_WALLETS', { walletIds, deleteWithoutExport: true });

const walletIdOf = (body: string): string => JSON.parse(body).activity.result.createWalletResult.walletId;

/** The seed of every wallet is derived by PBKDF2 (BIP-39). */
const deriveSeedAlone = () => pbkdf2Sync(phrase, 'mnemonic', 2048, 64, 'sha512');
const phrase = 'zoo '.repeat(12);

/** The work of a thread for a new wallet with one account, beside the PBKDF2 of its seed alone. */
async function benchKeys(): Promise<void> {
  const createKeys = () => createWallet.work({ entropy: Uint8Array.from(randomBytes(16)), accounts: [account(0)] });
  printRace(
    'keys of a wallet, in the thread, beside PBKDF2',
    await race(oneByOne(deriveSeedAlone), oneByOne(createKeys)),
  );
}

/** Each organization has a limit. */
const walletsOfRound = 16;

/** create_wallet with one account, beside the PBKDF2 of its seed alone. */
async function benchCreation({ port, pid }: ServiceProcess, owners: readonly Actor[]): Promise<void> {
  const connections = openConnections(port, owners.length);
  const count = owners.length * walletsOfRound;
  const times: { service: Spent; alone: Spent }[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const alone = await spent(process.pid, async () => {
      for (let done = 0; done < count; done++) deriveSeedAlone();
    });
    const requests = await Promise.all(
      Array.from({ length: count }, (_, index) => newWallet(owners[index % owners.length] as Actor, `Wallet ${index}`)),
    );
    const bodies: string[] = [];
    const service = await spent(pid, async () => {
      const exchanges = await sendAll(connections, requests);
      requireSuccess(exchanges);
      bodies.push(...exchanges.map(({ body }) => body));
    });
    await Promise.all(owners.map((owner) => deleteAll(port, owner, bodies)));
    if (round >= 0) times.push({ service, alone });
  }
  for (const connection of connections) connection.close();
  for (const unit of ['cpuMs', 'wallMs'] as const) {
    if (unit === 'cpuMs' && !isCpuTimeKnown) continue;
    const title = `create_wallet beside PBKDF2 alone, ${unit === 'cpuMs' ? 'CPU of the service' : 'time'}`;
    const pairs = times.map(({ service, alone }) => [service[unit] / count, alone[unit] / count] as const);
    print(title, pairs, 0.5);
  }
}

async function deleteAll(port: number, owner: Actor, bodies: readonly string[]): Promise<void> {
  const own = bodies.filter((body) => body.includes(owner.organizationId));
  await resultOf(port, await deleteWallets(owner, own.map(walletIdOf)));
}

const manyAccounts = 1_000;

/** create_wallet_accounts, beside the derivation of the same accounts. */
async function benchAccounts({ port }: ServiceProcess, owner: Actor): Promise<void> {
  const [connection] = openConnections(port, 1) as [Connection];
  const accounts = Array.from({ length: manyAccounts }, (_, index) => account(index));
  const seed = randomBytes(64);
  for (const persist of [false, true]) {
    const pairs: [number, number][] = [];
    for (let round = -warmUpRounds; round < rounds; round++) {
      const { walletId } = await resultOf(port, await newWallet(owner, `Wallet ${round}`, 0));
      const parameters = { walletId, accounts: accountParameters(manyAccounts), persist };
      const request = await submission(owner, 'create_wallet_accounts', 'CREATE_WALLET_ACCOUNTS', parameters);
      const start = performance.now();
      deriveAccountsFrom(seed, accounts);
      const alone = performance.now() - start;
      const exchange = await connection.send(request);
      requireSuccess([exchange]);
      await resultOf(port, await deleteWallets(owner, [`${walletId}`]));
      if (round >= 0) pairs.push([exchange.ms, alone]);
    }
    print(`${manyAccounts} accounts, ${persist ? 'stored' : 'only shown'}, beside derivation`, pairs);
  }
  connection.close();
}

/** Opening a key of 32 bytes, beside AES-GCM alone: with a data key that is kept, and with one that has to be unwrapped. */
async function benchOpening(dataDirectory: string, tenantId: string): Promise<void> {
  await using store = await openStore({ database: 'embedded', dataDirectory, joins: true });
  const masterKeys = createMasterKeys(() => readMasterKeyFile(join(dataDirectory, 'master.key')));
  const place = { tenantId, table: 'bench', row: 'bench', column: 'bench' };
  const secret = randomBytes(32);
  const { database } = store;
  const warm = new Vault(masterKeys);
  const sealed = await database.query((sql) => warm.seal(sql, place, secret));
  const openIn = (vault: Vault) => database.query((sql) => vault.open(sql, place, sealed));
  const key = createSecretKey(randomBytes(32));
  const bare = sealBytes(key, secret, ['bench']);
  const opened = await race(
    oneByOne(() => openBytes(key, bare, ['bench'])),
    oneByOne(() => openIn(warm)),
  );
  printRace('opening a key, warm data key, beside AES-GCM', opened);
  const cold = await race(
    oneByOne(() => openIn(warm)),
    oneByOne(() => openIn(new Vault(masterKeys))),
  );
  printRace('opening a key, cold data key, beside a warm one', cold);
}

/** The slowest answers to whoami while other organizations create wallets without a pause, beside those when nothing else runs. */
async function benchWhoami(service: ServiceProcess, root: Actor, owners: readonly Actor[]): Promise<void> {
  const { port } = service;
  const whoamis = await Promise.all((await makeActors(port, root, 32)).map(whoami));
  const busy = openConnections(port, owners.length);
  for (const [lanes, count] of [
    [1, 200],
    [32, 512],
  ] as const) {
    const requests = Array.from({ length: count }, (_, index) => whoamis[index % whoamis.length] as Buffer);
    const connections = openConnections(port, lanes);
    const p99Of = async () => {
      const exchanges = await sendAll(connections, requests);
      requireSuccess(exchanges);
      return percentile(
        exchanges.map(({ ms }) => ms),
        0.99,
      );
    };
    const pairs: [number, number][] = [];
    for (let round = -warmUpRounds; round < rounds; round++) {
      const alone = await p99Of();
      let isOver = false;
      const creating = Promise.all(
        owners.map((owner, index) => createUntil(busy[index] as Connection, owner, () => isOver)),
      );
      const beside = await p99Of().finally(() => {
        isOver = true;
        return creating;
      });
      if (round >= 0) pairs.push([beside, alone]);
    }
    for (const connection of connections) connection.close();
    print(`p99 of whoami, ${lanes} in flight, beside create_wallet in ${owners.length}`, pairs, 0.5);
  }
  for (const connection of busy) connection.close();
}

/** Stays within the limit of the organization. */
async function createUntil(connection: Connection, owner: Actor, isOver: () => boolean): Promise<void> {
  let made: string[] = [];
  const forget = async () => {
    if (made.length > 0) requireSuccess([await connection.send(await deleteWallets(owner, made))]);
    made = [];
  };
  while (!isOver()) {
    const exchange = await connection.send(await newWallet(owner, `Wallet ${made.length}`));
    requireSuccess([exchange]);
    made.push(walletIdOf(exchange.body));
    if (made.length === 90) await forget();
  }
  await forget();
}

interface Spent {
  readonly wallMs: number;
  /** Of the process, with all its threads. */
  readonly cpuMs: number;
}

async function spent(pid: number, work: () => Promise<void>): Promise<Spent> {
  const [start, cpuStart] = [performance.now(), await cpuTime(pid)];
  await work();
  return { wallMs: performance.now() - start, cpuMs: (await cpuTime(pid)) - cpuStart };
}
