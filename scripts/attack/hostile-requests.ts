import { createP256Stamper } from '@mintmark/stamper';
import { actorOf, type Holder, newKeys, query, requestBytes } from '../load/stamped-requests.ts';
import { pick, type Random } from './random.ts';

/** What a hostile caller sends, and as whom. */
type HostileKind = keyof typeof makers;

export interface HostileOrder {
  readonly kind: HostileKind;
  /** Whose keys are named, or, for `largeLists`, used. */
  readonly holders: readonly Holder[];
  /** Whether the named keys are ones that nobody has; the organizations are those of the holders all the same. */
  readonly namesUnknownKeys?: boolean;
}

/** The longest body that the service takes. */
const mostBytes = 256 * 1024;
/** The service takes ten more. */
const mostValues = 49_990;
const mostMembers = 256;
const mostLevels = 32;
/** A flood takes turns with these: what they have in them is made before it begins. */
const requestsOfFlood = 16;
const path = '/public/v1/query/whoami';

const makers = {
  /** A small body. */
  small: (start: string, random: Random) => `${start},"value":${random(1_000_000)}}`,
  /** As many values as the service takes, in as many bytes as it takes. */
  manyValues(start: string, random: Random) {
    const values = Array.from({ length: mostValues - 2 }, () =>
      pick(random, ['"ab"', '[ ]', '{ }', '1.5', 'null', '-17']),
    );
    return padded(`${start},"values":[${values.join(',')}]}`);
  },
  /** Objects with as many members as they may have; in the last object, at its very end, one is there twice. */
  duplicateMembers(start: string, random: Random) {
    const members = Array.from({ length: mostMembers - 1 }, (_, index) => `"${index}":${random(10)}`);
    const object = `{${members.join(',')}}`;
    const last = `{${members.join(',')},"0":0}`;
    const count = Math.floor((mostBytes - start.length - last.length - 16) / (object.length + 1));
    const objects = Array.from({ length: Math.min(count, Math.floor(mostValues / mostMembers) - 1) }, () => object);
    return padded(`${start},"values":[${[...objects, last].join(',')}]}`);
  },
  /** Lists as deep as they may be, and a last one that is deeper. */
  deepNesting(start: string, random: Random) {
    const nested = (levels: number) => `${'['.repeat(levels)}${random(10)}${']'.repeat(levels)}`;
    const levels = mostLevels - 2;
    const count = Math.floor(mostValues / (levels + 1)) - 2;
    const lists = Array.from({ length: count }, () => nested(levels));
    return padded(`${start},"values":[${[...lists, nested(mostLevels + 1)].join(',')}]}`);
  },
  /** Nothing hostile in itself: a large page of activities, asked for with a good stamp. */
  largeLists: () => '',
} as const satisfies Record<string, (start: string, random: Random) => string>;

/** Fills a body with blanks, which the service has to read as well. */
function padded(body: string): string {
  const blanks = ' '.repeat(Math.max(mostBytes - Buffer.byteLength(body), 0));
  return `${body.slice(0, -1)}${blanks}}`;
}

/** The body of a hostile request that names an organization. */
export const hostileBody = (kind: Exclude<HostileKind, 'largeLists'>, organizationId: string, random: Random) =>
  makers[kind](`{"organizationId":"${organizationId}"`, random);

/** The requests that a flood takes turns with. */
export function makeHostileRequests(order: HostileOrder, random: Random): Promise<Buffer[]> {
  const { kind, holders } = order;
  if (kind === 'largeLists')
    return Promise.all(
      holders.map((holder) => query(actorOf(holder), 'list_activities', { paginationOptions: { limit: '100' } })),
    );
  return Promise.all(
    Array.from({ length: Math.max(requestsOfFlood, holders.length) }, async (_, index) => {
      const holder = holders[index % holders.length] as Holder;
      const [stranger, unknown] = newKeys(2) as [Holder['key'], Holder['key']];
      const body = hostileBody(kind, holder.organizationId, random);
      const { name, value } = await createP256Stamper(stranger).stamp(body);
      // A signature in the right form, by a key other than the named one: the service has to verify it to see that.
      const stamp = JSON.parse(Buffer.from(value, 'base64url').toString());
      const { publicKey } = order.namesUnknownKeys ? unknown : holder.key;
      const forged = Buffer.from(JSON.stringify({ ...stamp, publicKey })).toString('base64url');
      return requestBytes(path, body, { name, value: forged });
    }),
  );
}
