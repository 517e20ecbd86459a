import { createHash, randomBytes } from 'node:crypto';
import { signMessages } from '../../../packages/server/src/custody/tasks/sign-messages.ts';
import { type Connection, openConnections, requireSuccess, sendAll } from '../../load/connections.ts';
import { startService, temporaryDirectory } from '../../load/service-process.ts';
import {
  type Actor,
  makeKeys,
  newTag,
  readRootActor,
  resultOf,
  submission,
  tagIdOf,
} from '../../load/stamped-requests.ts';
import { alternate } from './alternate.ts';
import { print, printHead } from './ratio-rows.ts';
import { tokenTransfer } from './token-transfer.ts';

const connectionCount = 32;
const rounds = { warmUp: 40, count: 15 };
/** As many tags as fit into one organization. */
const requestsOfRound = 96;
const batch = 10;
/** One key may not send as many requests as a fast machine answers. */
const keyCount = 4;

const curves = {
  secp256k1: { curve: 'CURVE_SECP256K1', path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
  ed25519: { curve: 'CURVE_ED25519', path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
  'P-256': { curve: 'CURVE_P256', path: "m/44'/0'/0'", addressFormat: 'ADDRESS_FORMAT_COMPRESSED' },
} as const;
type CurveName = keyof typeof curves;

const hashFunctionOf = (name: CurveName) =>
  name === 'ed25519' ? 'HASH_FUNCTION_NOT_APPLICABLE' : 'HASH_FUNCTION_NO_OP';

const digestOf = (index: number) => createHash('sha256').update(`${index}`).digest('hex');

const formOf = (name: CurveName) => ({
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: hashFunctionOf(name),
});

type Make = (index: number) => Promise<Buffer>;

/** Compares signing with an activity that only writes a row, and with the signature alone. */
export async function benchSigning(): Promise<void> {
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const { port } = service;
  const root = await readRootActor(directory.path);
  const keys = await makeKeys(port, root, keyCount);
  const callerOf = (index: number) => keys[index % keys.length] as Actor;
  const accounts = Object.values(curves).map((account) => ({ ...account, pathFormat: 'PATH_FORMAT_BIP32' }));
  const { addresses } = await resultOf(
    port,
    await submission(root, 'create_wallet', 'CREATE_WALLET', { walletName: 'Wallet', accounts }),
  );
  const connections = openConnections(port, connectionCount);
  const names = Object.keys(curves) as CurveName[];
  const addressOf = (name: CurveName) => (addresses as string[])[names.indexOf(name)] as string;
  const signOne =
    (name: CurveName): Make =>
    (index) =>
      submission(callerOf(index), 'sign_raw_payload', 'SIGN_RAW_PAYLOAD_V2', {
        signWith: addressOf(name),
        payload: digestOf(index),
        ...formOf(name),
      });
  const signMany: Make = (index) =>
    submission(callerOf(index), 'sign_raw_payloads', 'SIGN_RAW_PAYLOADS', {
      signWith: addressOf('secp256k1'),
      payloads: Array.from({ length: batch }, (_, payload) => digestOf(index * batch + payload)),
      ...formOf('secp256k1'),
    });
  const signTransaction: Make = (index) =>
    submission(callerOf(index), 'sign_transaction', 'SIGN_TRANSACTION_V2', {
      signWith: addressOf('secp256k1'),
      unsignedTransaction: tokenTransfer,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });

  printHead('signing, one organization, 32 connections');
  const run = (make: Make) => timed(connections, make);
  const tags = async () => {
    const { ms, bodies } = await run((index) => newTag(callerOf(index), `Tag ${index}`));
    const userTagIds = bodies.map(tagIdOf);
    await resultOf(port, await submission(root, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds }));
    return ms;
  };
  for (const name of names) {
    const sign = async () => (await run(signOne(name))).ms;
    print(`sign_raw_payload, ${name}, beside create_user_tag`, await alternate(sign, tags, rounds), 0.8);
    print(
      `sign_raw_payload, ${name}, beside the signature alone`,
      await alternate(sign, () => signAlone(name), rounds),
    );
  }
  const one = async () => (await run(signOne('secp256k1'))).ms;
  const perSignature = async () => (await run(signMany)).ms / batch;
  print(
    `a signature of sign_raw_payloads with ${batch}, beside a single one`,
    await alternate(perSignature, one, rounds),
    3,
  );
  const transaction = async () => (await run(signTransaction)).ms;
  print('sign_transaction, ERC-20 transfer, beside sign_raw_payload', await alternate(transaction, one, rounds), 0.9);
  for (const connection of connections) connection.close();
}

/** Builds requests, sends them all, and returns the time that one took. */
async function timed(connections: readonly Connection[], make: Make) {
  const requests = await Promise.all(Array.from({ length: requestsOfRound }, (_, index) => make(index)));
  const start = performance.now();
  const exchanges = await sendAll(connections, requests);
  const ms = (performance.now() - start) / requestsOfRound;
  requireSuccess(exchanges);
  return { ms, bodies: exchanges.map(({ body }) => body) };
}

/** The work of the thread, without anything around it. */
async function signAlone(name: CurveName): Promise<number> {
  const { curve } = curves[name];
  const secret = Uint8Array.from(randomBytes(32));
  const scheme = name === 'ed25519' ? 'ed25519' : 'ecdsa';
  const start = performance.now();
  for (let index = 0; index < requestsOfRound; index++) {
    const message = Uint8Array.from(Buffer.from(digestOf(index), 'hex'));
    await signMessages.work({ signings: [{ curve, secret, requests: [{ scheme, message }] }] });
  }
  return (performance.now() - start) / requestsOfRound;
}
