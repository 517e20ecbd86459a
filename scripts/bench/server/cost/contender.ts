import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, type Exchange, openConnections, requireSuccess, sendAll } from '../../../load/connections.ts';
import { countWorkers } from '../../../load/running-processes.ts';
import { connectToDatabase } from '../../../load/service-database.ts';
import { readPostmaster, startService, temporaryDirectory } from '../../../load/service-process.ts';
import {
  type Actor,
  credentials,
  makeActors,
  makeSubOrganizations,
  newKeys,
  newTag,
  readRootActor,
  submission,
  tagIdOf,
  whoami,
} from '../../../load/stamped-requests.ts';
import { makeSigners, makeSignersOfOne, type Signer, signatures } from '../signers.ts';
import type { Measured } from './usage.ts';

export const connectionCount = 32;
/** Within the maximum number of tags of an organization. */
export const tagsOfRound = 96;
export const subOrganizationCount = 32;
/** Within the maximum number of users of an organization. */
export const usersOfSubOrganization = 80;
export const signingOrganizations = 16;
const signaturesOfRound = 96;
const loneSignaturesOfRound = 10;
const whoamisOfRound = 1024;

/** Runs one round of requests and returns the answers. */
type Round = () => Promise<Exchange[]>;

export type WorkloadName = 'tags' | 'users' | 'sign1' | 'sign16' | 'lone' | 'whoami';

/** A running service, and rounds of requests to it. */
export interface Contender {
  readonly dataDirectory: string;
  readonly measured: Measured;
  readonly workers: number;
  readonly rounds: Readonly<Record<WorkloadName, Round>>;
  /** Resolves when the service answers again after it has lost its connections to PostgreSQL. */
  readonly recovered: () => Promise<void>;
}

const patienceMs = 60_000;

/** Starts the service of a clone, of this one by default, with everything that the rounds need. */
export async function startContender(open: AsyncDisposableStack, checkout?: string): Promise<Contender> {
  const directory = open.use(await temporaryDirectory());
  const start = () => startService({ MINTMARK_DATA_DIR: directory.path }, checkout === undefined ? {} : { checkout });
  await (await start())[Symbol.asyncDispose]();
  // After a checkpoint, the first change of each page writes the whole page to the WAL. When that happens depends on the time.
  await appendFile(join(directory.path, 'postgres/cluster/postgresql.conf'), "\ncheckpoint_timeout = '1h'\n");
  const service = open.use(await start());
  const { port } = service;
  const pool = await connectToDatabase(directory.path, 1);
  open.defer(() => pool.end());
  const root = await readRootActor(directory.path);
  const subs = await makeSubOrganizations(port, root, subOrganizationCount);
  const whoamis = await Promise.all((await makeActors(port, root, connectionCount)).map(whoami));
  const signersOfOne = await makeSignersOfOne(port, root);
  const signersOfMany = await makeSigners(port, subs.slice(0, signingOrganizations));
  const connections = openConnections(port, connectionCount);
  open.defer(() => {
    for (const connection of connections) connection.close();
  });

  async function send(requests: readonly Buffer[], by: readonly Connection[] = connections) {
    const exchanges = await sendAll(by, requests);
    requireSuccess(exchanges);
    return exchanges;
  }
  const tags: Round = async () => {
    const created = await send(
      await Promise.all(Array.from({ length: tagsOfRound }, (_, index) => newTag(root, `Tag ${index}`))),
    );
    const userTagIds = created.map(({ body }) => tagIdOf(body));
    const deleted = await send([await submission(root, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds })]);
    return [...created, ...deleted];
  };
  const sign = (signers: readonly Signer[]) => async () => await send(await signatures(signers, signaturesOfRound));
  const repeated = Array.from({ length: whoamisOfRound }, (_, index) => whoamis[index % whoamis.length] as Buffer);
  return {
    dataDirectory: directory.path,
    measured: { servicePid: service.pid, postmasterPid: (await readPostmaster(directory.path)).pid, pool },
    workers: await countWorkers(service.pid),
    rounds: {
      tags,
      users: async () => await send(await Promise.all(subs.map(newUser))),
      sign1: sign(signersOfOne),
      sign16: sign(signersOfMany),
      lone: async () => await send(await signatures(signersOfOne, loneSignaturesOfRound), connections.slice(0, 1)),
      whoami: () => send(repeated),
    },
    recovered: () => succeed(connections, repeated.slice(0, connectionCount)),
  };
}

/** Repeats requests until all of them succeed. */
async function succeed(connections: readonly Connection[], requests: readonly Buffer[]): Promise<void> {
  for (const start = performance.now(); performance.now() - start < patienceMs; ) {
    const exchanges = await sendAll(connections, requests).catch(() => []);
    if (exchanges.length > 0 && exchanges.every(({ status }) => status === 200)) return;
  }
  throw new Error('the service does not answer');
}

function newUser(owner: Actor) {
  const [key] = newKeys(1) as [ReturnType<typeof newKeys>[number]];
  const user = { userName: 'User', userEmail: 'user@example.com', ...credentials(key), userTags: [] };
  return submission(owner, 'create_users', 'CREATE_USERS_V4', { users: [user] });
}
