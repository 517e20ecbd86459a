import { Refusal } from '../../command.ts';
import { openConnections, sendAll } from '../../load/connections.ts';
import { type ServiceProcess, startService, temporaryDirectory } from '../../load/service-process.ts';
import {
  type Actor,
  makeActors,
  makeSubOrganizations,
  newTag,
  readRootActor,
  resultOf,
  submission,
  tagIdOf,
  whoami,
} from '../../load/stamped-requests.ts';
import { median } from '../race.ts';
import { makeSigners, type Signer, signPayload } from './signers.ts';
import { compareStarts } from './starts.ts';
import { tokenTransfer } from './token-transfer.ts';

const connectionCount = 32;
const warmUpRounds = 10;
/** With fewer, the ratio of two equal clones is off by up to a tenth on a shared machine. */
const rounds = 120;
const whoamis = 512;
const tagsOfSubOrganization = 8;
/** As many tags as fit into one organization. */
const requestsOfRound = 96;

/** Runs one round of requests and returns the answers per second. */
type Round = () => Promise<number>;

/** Compares this service with that of another clone, each on its own database, in alternating rounds. */
export async function benchBefore(): Promise<void> {
  const checkout = process.env['BEFORE'];
  if (!checkout) throw new Refusal('BEFORE must name the other clone: BEFORE=../before npm run bench -- before');
  await compareStarts(checkout);
  await using open = new AsyncDisposableStack();
  const [before, after] = [await prepare(open, checkout), await prepare(open, undefined)];
  console.log('server beside that of another clone      ratio   after/s  before/s');
  await race('whoami', before.whoami, after.whoami);
  await race('create_user_tag, one organization', before.tags, after.tags);
  await race('create_user_tag, 16 organizations', before.tagsOfMany, after.tagsOfMany);
  await race('sign_raw_payload', before.signatures, after.signatures);
  await race('sign_raw_payload, 16 organizations', before.signaturesOfMany, after.signaturesOfMany);
  await race('sign_transaction', before.transactions, after.transactions);
}

async function race(title: string, before: Round, after: Round): Promise<void> {
  const rates: [before: number, after: number][] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const pair: [number, number] = [await before(), await after()];
    if (round >= 0) rates.push(pair);
  }
  const figures = [
    median(rates.map(([one, two]) => two / one))
      .toFixed(3)
      .padStart(7),
    median(rates.map(([, two]) => two))
      .toFixed(0)
      .padStart(9),
    median(rates.map(([one]) => one))
      .toFixed(0)
      .padStart(9),
  ];
  console.log(`  ${title.padEnd(37)}${figures.join(' ')}`);
}

async function prepare(open: AsyncDisposableStack, checkout: string | undefined) {
  const directory = open.use(await temporaryDirectory());
  const options = checkout === undefined ? {} : { checkout };
  const service = open.use(await startService({ MINTMARK_DATA_DIR: directory.path }, options));
  const root = await readRootActor(directory.path);
  const actors = await makeActors(service.port, root, connectionCount);
  const subs = await makeSubOrganizations(service.port, root, 16);
  const connections = openConnections(service.port, connectionCount);
  open.defer(() => {
    for (const connection of connections) connection.close();
  });
  const requests = await Promise.all(actors.map(whoami));
  const repeated = Array.from({ length: whoamis }, (_, index) => requests[index % requests.length] as Buffer);

  async function rateOf(sent: readonly Buffer[]) {
    const start = performance.now();
    const exchanges = await sendAll(connections, sent);
    const rate = (1000 * exchanges.length) / (performance.now() - start);
    const failed = exchanges.find(({ status }) => status !== 200);
    if (failed) throw new Error(`answered ${failed.status}: ${failed.body}`);
    return { rate, exchanges };
  }
  const tagsOf = (owners: readonly Actor[], count: number) => async () => {
    const sent = await Promise.all(
      Array.from({ length: count }, (_, index) => newTag(owners[index % owners.length] as Actor, `Tag ${index}`)),
    );
    const { rate, exchanges } = await rateOf(sent);
    for (const owner of owners) await deleteTags(service, owner, exchanges);
    return rate;
  };
  const signersOfRoot = await makeSigners(service.port, [root]);
  const signersOfMany = await makeSigners(service.port, subs);
  const roundOf = (owners: readonly Signer[], sign: Sign) => async () => {
    const sent = Array.from({ length: requestsOfRound }, (_, index) => sign(owners[index % owners.length] as Signer));
    return (await rateOf(await Promise.all(sent))).rate;
  };
  return {
    whoami: async () => (await rateOf(repeated)).rate,
    tags: tagsOf([root], requestsOfRound),
    tagsOfMany: tagsOf(subs, subs.length * tagsOfSubOrganization),
    signatures: roundOf(signersOfRoot, signPayload),
    signaturesOfMany: roundOf(signersOfMany, signPayload),
    transactions: roundOf(signersOfRoot, signTransfer),
  };
}

/** Builds a request. */
type Sign = (signer: Signer) => Promise<Buffer>;

const signTransfer: Sign = ({ owner, signWith }) =>
  submission(owner, 'sign_transaction', 'SIGN_TRANSACTION_V2', {
    signWith,
    unsignedTransaction: tokenTransfer,
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });

/** Deletes the tags of a round, because the number of tags in an organization is limited. */
async function deleteTags(service: ServiceProcess, owner: Actor, exchanges: readonly { readonly body: string }[]) {
  const own = exchanges.filter(({ body }) => body.includes(owner.organizationId));
  const userTagIds = own.map(({ body }) => tagIdOf(body));
  await resultOf(service.port, await submission(owner, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds }));
}
