import { Allowance } from '@mintmark/policy';
import { ethTxOf } from '@mintmark/policy/namespaces';
import { readEthereumTransaction } from '../../../packages/chains/src/ethereum/read-ethereum-transaction.ts';
import { evaluatePolicies } from '../../../packages/server/src/policies/evaluation/evaluate-policies.ts';
import { stepsFor } from '../../../packages/server/src/policies/evaluation/evaluation-steps.ts';
import { compilePolicySet } from '../../../packages/server/src/policies/sets/policy-set.ts';
import { type Connection, openConnections, requireSuccess, sendAll } from '../../load/connections.ts';
import { startService, temporaryDirectory } from '../../load/service-process.ts';
import {
  type Actor,
  makeActors,
  makeSubOrganization,
  readRootActor,
  resultOf,
  submission,
} from '../../load/stamped-requests.ts';
import { alternate } from './alternate.ts';
import { print, printHead } from './ratio-rows.ts';
import { tokenTransfer } from './token-transfer.ts';

const connectionCount = 32;
const rounds = { warmUp: 30, count: 15 };
const requestsOfRound = 96;
const evaluations = 2_000;

const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

/** Policies of which the last one allows the transfer. The others name other tokens. */
const policiesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const to = index === count - 1 ? token : `0x${(index + 1).toString(16).padStart(40, '0')}`;
    return {
      policyName: `Policy ${index}`,
      effect: 'EFFECT_ALLOW' as const,
      condition: `activity.action == 'SIGN' && eth.tx.chain_id == 1 && eth.tx.to == '${to}' && eth.tx.data[0..10] == '0xa9059cbb'`,
      consensus: "approvers.any(user, user.alias == 'User 0')",
      notes: '',
    };
  });

/** Measures how long policies take, and compares signing under policies with signing by the root user, whom none concerns. */
export async function benchPolicies(): Promise<void> {
  for (const count of [1, 10, 100]) {
    const seconds = await timeEvaluations(count);
    const rate = Math.round(evaluations / seconds);
    console.log(
      `  ${`evaluations of ${count} policies on an ERC-20 transfer, a second`.padEnd(60)}${`${rate}`.padStart(8)}`,
    );
  }
  await using directory = await temporaryDirectory();
  await using service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const { port } = service;
  const root = await readRootActor(directory.path);
  const connections = openConnections(port, connectionCount);
  printHead('policies, one organization each, 32 connections');
  const plain = await prepare(port, root, 0);
  for (const count of [1, 10, 100]) {
    const under = await prepare(port, root, count);
    const each = () => timed(connections, under.user, under.address);
    const beside = () => timed(connections, plain.root, plain.address);
    print(`sign_transaction under ${count} policies, beside without`, await alternate(each, beside, rounds), 0.8);
  }
  for (const connection of connections) connection.close();
}

/** A sub-organization with a wallet, a user and policies. */
async function prepare(port: number, parent: Actor, count: number) {
  const [root] = (await makeSubOrganization(port, parent, `With ${count} policies`)) as [Actor];
  const wallet = { walletName: 'Wallet', accounts: [account] };
  const { addresses } = await resultOf(port, await submission(root, 'create_wallet', 'CREATE_WALLET', wallet));
  const [user] = (await makeActors(port, root, 1)) as [Actor];
  const policies = policiesOf(count);
  if (count > 0) await resultOf(port, await submission(root, 'create_policies', 'CREATE_POLICIES', { policies }));
  return { root, user, address: (addresses as [string])[0] };
}

/** How many seconds it takes to evaluate policies that are compiled, on a transaction that is read. */
async function timeEvaluations(count: number): Promise<number> {
  const rows = policiesOf(count).map(({ policyName, ...policy }) => ({
    id: policyName,
    name: policyName,
    time: '',
    ...policy,
  }));
  const set = compilePolicySet(rows);
  const signer = {
    publicKey: Buffer.from(`02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`, 'hex'),
  };
  const { content } = readEthereumTransaction(Buffer.from(tokenTransfer, 'hex'), signer);
  const policyCase = {
    subject: {
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
      kind: 'SIGN_TRANSACTION',
      resource: 'PRIVATE_KEY',
      action: 'SIGN',
      isRootQuorumOnly: false,
      parameters: () => ({}),
      views: async () => [],
    },
    approvers: [{ id: 'id', tags: [], alias: 'User 0', email: '' }],
    credentials: [],
    now: new Date(),
  };
  const evaluate = () =>
    evaluatePolicies(
      set,
      { ...policyCase, views: [{ 'eth.tx': ethTxOf(content, { from: () => token, call: () => undefined }) }] },
      new Allowance(stepsFor(1)),
    );
  if ((await evaluate()).outcome !== 'OUTCOME_ALLOW') throw new Error('the policies do not allow the transfer');
  for (let index = 0; index < evaluations; index++) await evaluate();
  const start = performance.now();
  for (let index = 0; index < evaluations; index++) await evaluate();
  return (performance.now() - start) / 1000;
}

async function timed(connections: readonly Connection[], by: Actor, signWith: string): Promise<number> {
  const sign = () =>
    submission(by, 'sign_transaction', 'SIGN_TRANSACTION_V2', {
      signWith,
      unsignedTransaction: tokenTransfer,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    });
  const requests = await Promise.all(Array.from({ length: requestsOfRound }, sign));
  const start = performance.now();
  requireSuccess(await sendAll(connections, requests));
  return (performance.now() - start) / requestsOfRound;
}
