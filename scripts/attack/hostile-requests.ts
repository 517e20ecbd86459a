import { createP256Stamper } from '@mintmark/stamper';
import { emptyRequest, signUpRequests } from '../load/proxy-requests.ts';
import {
  type Actor,
  actorOf,
  type Holder,
  newKeys,
  newTag,
  query,
  requestBytes,
  submissionBody,
} from '../load/stamped-requests.ts';
import { type CodeOrder, strangersRequest } from './code-requests.ts';
import { pick, type Random } from './random.ts';

/** What a hostile caller sends, and whose keys it names. */
type HostileKind = keyof typeof makers | keyof typeof stamped | keyof typeof anonymous;

export interface HostileOrder {
  readonly kind: HostileKind;
  /** The users whose keys are named or, for requests with good stamps, used. */
  readonly holders: readonly Holder[];
  /** Names random keys that no user has, in the organizations of the holders. */
  readonly namesUnknownKeys?: boolean;
  /** The configuration of the sign-up proxy, for requests to it. */
  readonly configId?: string;
  /** For `codes`: what it asks for codes with. */
  readonly codes?: readonly CodeOrder[];
}

/** The longest body that the service accepts. */
const maxBytes = 256 * 1024;
/** The service accepts ten more. */
const maxValues = 49_990;
const maxMembers = 256;
const maxLevels = 32;
/** The number of different requests of a flood. They are built before it starts. */
const requestsOfFlood = 16;
/** The same for sign-ups, none of which may be sent twice: the service would only repeat its answer. */
const signUpsOfFlood = 512;
/** The most accounts that the service accepts in a sign-up, and the most that it accepts in a wallet. */
const signUpAccounts = [10, 1_000] as const;
const path = '/public/v1/query/whoami';

const makers = {
  /** A small body. */
  small: (start: string, random: Random) => `${start},"value":${random(1_000_000)}}`,
  /** The maximum number of values in the maximum number of bytes. */
  manyValues(start: string, random: Random) {
    const values = Array.from({ length: maxValues - 2 }, () =>
      pick(random, ['"ab"', '[ ]', '{ }', '1.5', 'null', '-17']),
    );
    return padded(`${start},"values":[${values.join(',')}]}`);
  },
  /** Objects with the maximum number of members. The last member of the last object is a duplicate. */
  duplicateMembers(start: string, random: Random) {
    const members = Array.from({ length: maxMembers - 1 }, (_, index) => `"${index}":${random(10)}`);
    const object = `{${members.join(',')}}`;
    const last = `{${members.join(',')},"0":0}`;
    const count = Math.floor((maxBytes - start.length - last.length - 16) / (object.length + 1));
    const objects = Array.from({ length: Math.min(count, Math.floor(maxValues / maxMembers) - 1) }, () => object);
    return padded(`${start},"values":[${[...objects, last].join(',')}]}`);
  },
  /** Lists of the maximum depth, and a last one that is deeper. */
  deepNesting(start: string, random: Random) {
    const nested = (levels: number) => `${'['.repeat(levels)}${random(10)}${']'.repeat(levels)}`;
    const levels = maxLevels - 2;
    const count = Math.floor(maxValues / (levels + 1)) - 2;
    const lists = Array.from({ length: count }, () => nested(levels));
    return padded(`${start},"values":[${[...lists, nested(maxLevels + 1)].join(',')}]}`);
  },
} as const satisfies Record<string, (start: string, random: Random) => string>;

/** Pads a body with spaces, which the service also has to read. */
function padded(body: string): string {
  const blanks = ' '.repeat(Math.max(maxBytes - Buffer.byteLength(body), 0));
  return `${body.slice(0, -1)}${blanks}}`;
}

/** The body of a hostile request that names an organization. */
export const hostileBody = (kind: keyof typeof makers, organizationId: string, random: Random) =>
  makers[kind](`{"organizationId":"${organizationId}"`, random);

/** How many activities each user of a flood submits. A repeated body runs nothing. */
const activitiesOfHolder = 100;

/** The requests of a user with good stamps. */
const stamped = {
  largeLists: async (actor: Actor) => [await query(actor, 'list_activities', { paginationOptions: { limit: '100' } })],
  policyDryRuns: async (actor: Actor) => [
    await query(actor, 'dry_run_activity', {
      request: submissionBody(actor, 'CREATE_USER_TAG', { userTagName: 'Tried', userIds: [] }),
    }),
  ],
  policyActivities: (actor: Actor) =>
    Promise.all(Array.from({ length: activitiesOfHolder }, (_, index) => newTag(actor, `Tag ${index}`))),
} as const satisfies Record<string, (actor: Actor) => Promise<Buffer[]>>;

/** Requests to the sign-up proxy. */
const anonymous = {
  /** Sign-ups with as many accounts as they may have, and as many sign-ups with far more. */
  signUps: ({ configId = '' }: HostileOrder) =>
    signUpAccounts.flatMap((accounts) => signUpRequests(configId, signUpsOfFlood / 2, accounts)),
  /** Requests without a body. */
  empty: ({ configId = '' }: HostileOrder) => [emptyRequest(configId)],
  codes: ({ codes = [] }: HostileOrder) => codes.map(strangersRequest),
} as const satisfies Record<string, (order: HostileOrder) => Buffer[]>;

const isAnonymous = (kind: HostileKind): kind is keyof typeof anonymous => Object.hasOwn(anonymous, kind);
const isStamped = (kind: HostileKind): kind is keyof typeof stamped => Object.hasOwn(stamped, kind);

/** The requests that a flood chooses from. */
export async function makeHostileRequests(order: HostileOrder, random: Random): Promise<Buffer[]> {
  const { kind, holders } = order;
  if (isAnonymous(kind)) return anonymous[kind](order);
  if (isStamped(kind)) return (await Promise.all(holders.map((holder) => stamped[kind](actorOf(holder))))).flat();
  return Promise.all(
    Array.from({ length: Math.max(requestsOfFlood, holders.length) }, async (_, index) => {
      const holder = holders[index % holders.length] as Holder;
      const [stranger, unknown] = newKeys(2) as [Holder['key'], Holder['key']];
      const body = hostileBody(kind, holder.organizationId, random);
      const { name, value } = await createP256Stamper(stranger).stamp(body);
      // A well-formed signature by another key: the service must verify it to find that out.
      const stamp = JSON.parse(Buffer.from(value, 'base64url').toString());
      const { publicKey } = order.namesUnknownKeys ? unknown : holder.key;
      const forged = Buffer.from(JSON.stringify({ ...stamp, publicKey })).toString('base64url');
      return requestBytes(path, body, { name, value: forged });
    }),
  );
}
