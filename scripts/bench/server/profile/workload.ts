import { openConnections, requireSuccess, sendAll } from '../../../load/connections.ts';
import {
  type Actor,
  makeActors,
  makeKeys,
  makeSubOrganizations,
  newTag,
  resultOf,
  submission,
  tagIdOf,
  whoami,
} from '../../../load/stamped-requests.ts';
import { makeSigners, signatures } from '../signers.ts';

const connectionCount = 32;
const whoamisOfRound = 2_048;
const signaturesOfRound = 256;
/** Within the maximum number of tags of an organization. */
const tagsOfRound = 96;
const tagsOfSubOrganization = 8;
/** One key may not send as many requests as a fast machine answers. */
const keyCount = 4;
const organizationCount = 16;

export type WorkloadName = keyof typeof workloads;

/** Runs a round of requests, and resolves to their number. */
type Round = () => Promise<number>;
type Send = (requests: readonly Buffer[]) => Promise<readonly { readonly body: string }[]>;

const workloads = {
  async whoami(send: Send, port: number, root: Actor): Promise<Round> {
    const queries = await Promise.all((await makeActors(port, root, connectionCount)).map(whoami));
    const requests = Array.from({ length: whoamisOfRound }, (_, index) => queries[index % queries.length] as Buffer);
    return async () => (await send(requests)).length;
  },
  async sign16(send: Send, port: number, root: Actor): Promise<Round> {
    const signers = await makeSigners(port, await makeSubOrganizations(port, root, organizationCount));
    return async () => (await send(await signatures(signers, signaturesOfRound))).length;
  },
  async tags16(send: Send, port: number, root: Actor): Promise<Round> {
    const subs = await makeSubOrganizations(port, root, organizationCount);
    return async () => {
      const requests = Array.from({ length: organizationCount * tagsOfSubOrganization }, (_, index) =>
        newTag(subs[index % organizationCount] as Actor, `Tag ${index}`),
      );
      const created = await send(await Promise.all(requests));
      for (const sub of subs) {
        const own = created.filter(({ body }) => body.includes(sub.organizationId));
        const userTagIds = own.map(({ body }) => tagIdOf(body));
        await resultOf(port, await submission(sub, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds }));
      }
      return created.length + organizationCount;
    };
  },
  async tags(send: Send, port: number, root: Actor): Promise<Round> {
    const keys = await makeKeys(port, root, keyCount);
    return async () => {
      const requests = Array.from({ length: tagsOfRound }, (_, index) =>
        newTag(keys[index % keyCount] as Actor, `Tag ${index}`),
      );
      const created = await send(await Promise.all(requests));
      const userTagIds = created.map(({ body }) => tagIdOf(body));
      await resultOf(port, await submission(root, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds }));
      return created.length + 1;
    };
  },
};

export const workloadNames = Object.keys(workloads) as WorkloadName[];

/** Prepares the rounds of a workload, over connections that are closed at the end of `open`. */
export async function prepareWorkload(
  open: AsyncDisposableStack,
  name: WorkloadName,
  port: number,
  root: Actor,
): Promise<Round> {
  const connections = openConnections(port, connectionCount);
  open.defer(() => {
    for (const connection of connections) connection.close();
  });
  const send: Send = async (requests) => {
    const exchanges = await sendAll(connections, requests);
    requireSuccess(exchanges);
    return exchanges;
  };
  return await workloads[name](send, port, root);
}
