import { ApiError } from '../contract/api-error.ts';
import { ofOrganization, ownerColumns } from '../contract/of-organization.ts';
import type { Services } from '../contract/services.ts';
import type { Sql, TransactionSql } from '../store/database.ts';

const minute = 60 * 1000;
const hour = 60 * minute;

/** How many messages one requester may ask for. */
const ofRequester = { most: 3, withinMs: 3 * minute };
/** How many messages a party may ask for to one contact. */
const ofParty = [
  { most: 10, withinMs: 10 * minute },
  { most: 30, withinMs: hour },
];
/** The part of the budget of an hour that strangers may use: the rest is for those who are known. */
const strangersPart = 0.8;
/** The part that strangers from one network may use. */
const sourcePart = 0.05;
/** How many old rows each new one removes: more than one, so that they become fewer. */
const mostRemoved = 10;

/** On whose account a message is sent. All are keyed hashes. */
export interface MessageAccount {
  readonly requester: Buffer;
  /** Those who share the limits of a contact, with the contact. */
  readonly party: Buffer;
  /** The network of a stranger; null for somebody known. */
  readonly source: Buffer | null;
}

interface Totals {
  readonly messages: bigint;
  readonly ofStrangers: bigint;
}

interface Context {
  readonly sql: Sql;
  readonly services: Pick<Services, 'limits'>;
  /** The top-level organization. */
  readonly tenantId: string;
  readonly now: Date;
}

/** Refuses a further message if there is no budget for it, without taking anything: so the work for it is not done in vain. */
export async function requireMessageBudget(context: Context, account: MessageAccount): Promise<void> {
  const { sql, tenantId } = context;
  const [totals] = await sql<Totals[]>`
    select messages, of_strangers from message_totals where ${ofOrganization(sql, { id: tenantId })}`;
  const { messages, ofStrangers } = totals ?? { messages: 0n, ofStrangers: 0n };
  await requireBudget(context, account, { messages: messages + 1n, ofStrangers: ofStrangers + 1n });
}

/**
 * Counts a message, or refuses it. Locks the row of the tenant until the end of the transaction, before anything is read: so the
 * counts are exact, whatever other processes do. It is the only lock that is taken here, and those of organizations come before it,
 * so no two transactions wait for each other.
 */
export async function takeMessage(
  context: Context & { readonly sql: TransactionSql },
  account: MessageAccount,
): Promise<void> {
  const { sql, tenantId, now } = context;
  const stranger = account.source ? 1 : 0;
  const [totals] = await sql<[Totals]>`
    insert into message_totals (organization_id, messages, of_strangers) values (${tenantId}, 1, ${stranger})
    on conflict (organization_id) do update
      set messages = message_totals.messages + 1, of_strangers = message_totals.of_strangers + ${stranger}
    returning messages, of_strangers`;
  await requireBudget(context, account, totals);
  const row = {
    ...ownerColumns({ id: tenantId }),
    number: totals.messages,
    strangerNumber: account.source && totals.ofStrangers,
    ...account,
    createdAt: now,
  };
  await sql`insert into messages ${sql(row)}`;
  await sql`
    delete from messages
    where ${ofOrganization(sql, { id: tenantId })} and number in (
      select number from messages
      where ${ofOrganization(sql, { id: tenantId })} and created_at <= ${before(now, hour)}
      order by created_at limit ${mostRemoved}
    )`;
}

/** Refuses the message with these numbers if there is no budget for it. */
async function requireBudget(
  { sql, services: { limits }, tenantId, now }: Context,
  { requester, party, source }: MessageAccount,
  totals: Totals,
): Promise<void> {
  const here = ofOrganization(sql, { id: tenantId });
  const recent = sql`${here} and created_at > ${before(now, hour)}`;
  const perHour = limits.messagesPerHour;
  const ofSource = enoughForOne(perHour * sourcePart);
  // The message that was sent this many messages ago: if it is of the last hour, the budget is used up.
  const first = totals.messages - BigInt(perHour);
  const firstOfStrangers = totals.ofStrangers - BigInt(enoughForOne(perHour * strangersPart));
  const [own, [usedUp], [usedUpBySource]] = await Promise.all([
    sql<{ readonly requester: Buffer; readonly party: Buffer; readonly createdAt: Date }[]>`
      select requester, party, created_at from messages where ${recent} and (requester = ${requester} or party = ${party})`,
    sql`
      select from messages
      where ${recent} and (number = ${first} ${source ? sql`or stranger_number = ${firstOfStrangers}` : sql``})`,
    source
      ? sql`select from messages where ${recent} and source = ${source} order by created_at offset ${ofSource - 1} limit 1`
      : [],
  ]);
  const isOver = (rows: readonly { readonly createdAt: Date }[], { most, withinMs }: typeof ofRequester) =>
    rows.filter(({ createdAt }) => createdAt > before(now, withinMs)).length >= most;
  const byRequester = own.filter((row) => requester.equals(row.requester));
  const byParty = own.filter((row) => party.equals(row.party));
  if (usedUp) throw new ApiError('MAX_OTP_INITIATED', usedUpMessage);
  if (usedUpBySource || isOver(byRequester, ofRequester) || ofParty.some((limit) => isOver(byParty, limit)))
    throw new ApiError('MAX_OTP_INITIATED');
}

// It begins with the words that clients recognise.
const usedUpMessage = 'Max number of OTPs have been initiated by the whole organization, try again later';

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
/** Also with a small budget, one requester can ask again. */
const enoughForOne = (count: number) => Math.max(ofRequester.most, Math.floor(count));
