import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startEvmNode } from '@mintmark/testing/evm-node';
import { openConnections, requireSuccess, sendAll } from '../../load/connections.ts';
import { startService, temporaryDirectory } from '../../load/service-process.ts';
import { readRootActor, resultOf, submission } from '../../load/stamped-requests.ts';
import { alternate } from './alternate.ts';
import { print, printHead } from './ratio-rows.ts';

/** How many transactions are sent concurrently. */
const inFlight = 100;
/** How many of them from one account, of which the service keeps at most 64 on their way. */
const ofOneAccount = 60;
const rounds = { warmUp: 3, count: 7 };
const to = '0x3535353535353535353535353535353535353535';

/** Compares sending transactions with signing as many: from one account, and from as many accounts as transactions. */
export async function benchSending(): Promise<void> {
  await using directory = await temporaryDirectory();
  await using node = await startEvmNode();
  const configFile = join(directory.path, 'chains.json');
  await writeFile(configFile, JSON.stringify({ chains: { [node.caip2]: { rpcUrl: node.url } } }), { mode: 0o600 });
  const env = { MINTMARK_DATA_DIR: join(directory.path, 'data'), MINTMARK_CONFIG_FILE: configFile };
  await using service = await startService(env);
  const { port } = service;
  const root = await readRootActor(env.MINTMARK_DATA_DIR);
  const accounts = Array.from({ length: inFlight }, (_, index) => ({
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: `m/44'/60'/0'/0/${index}`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  }));
  const { addresses } = (await resultOf(
    port,
    await submission(root, 'create_wallet', 'CREATE_WALLET', { walletName: 'Wallet', accounts }),
  )) as { addresses: string[] };
  for (const address of addresses) await node.fund(address, 10n ** 21n);
  const connections = openConnections(port, inFlight);
  const timed = async (count: number, make: (index: number) => Promise<Buffer>): Promise<number> => {
    const requests = await Promise.all(Array.from({ length: count }, (_, index) => make(index)));
    const start = performance.now();
    requireSuccess(await sendAll(connections, requests));
    return (performance.now() - start) / count;
  };
  let sent = 0;
  const send = (count: number, senderOf: (index: number) => string | undefined) => async () => {
    const ms = await timed(count, (index) =>
      submission(root, 'eth_send_transaction', 'ETH_SEND_TRANSACTION_V2', {
        from: senderOf(index),
        caip2: node.caip2,
        calls: [{ to, value: String(++sent) }],
      }),
    );
    // What is still under way must not slow down the next round.
    for (let left = 1; left > 0; await setTimeout(20)) left = await waiting(node, sent);
    return ms;
  };
  const sign = (count: number) => () =>
    timed(count, (index) =>
      submission(root, 'sign_raw_payload', 'SIGN_RAW_PAYLOAD_V2', {
        signWith: addresses[index],
        payload: index.toString(16).padStart(64, '0'),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    );
  // A new account in each round: the service may not have seen yet that the transactions of the last one are in a block.
  let round = 0;
  const sendFromOne = () => {
    const sender = addresses[round++];
    return send(ofOneAccount, () => sender)();
  };
  const sendFromAll = send(inFlight, (index) => addresses[index]);
  printHead('sending, one organization');
  print(
    `${ofOneAccount} at the same time from one account, beside sign_raw_payload`,
    await alternate(sendFromOne, sign(ofOneAccount), rounds),
  );
  print(
    `${inFlight} at the same time from as many accounts, beside sign_raw_payload`,
    await alternate(sendFromAll, sign(inFlight), rounds),
  );
  for (const connection of connections) connection.close();
}

/** How many of the transactions that were sent are not in a block yet. Each pays one wei more than the one before. */
async function waiting(node: { request(method: string, params: readonly unknown[]): Promise<string> }, sent: number) {
  const received = BigInt(await node.request('eth_getBalance', [to, 'latest']));
  const expected = (BigInt(sent) * BigInt(sent + 1)) / 2n;
  return received < expected ? 1 : 0;
}
