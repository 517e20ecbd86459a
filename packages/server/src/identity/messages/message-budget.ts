import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';

const minute = 60 * 1000;
const hour = 60 * minute;

/** How many messages one requester may ask for. */
const ofRequester = { max: 3, withinMs: 3 * minute };
/** How many messages a party may ask for to one contact. */
const ofParty = [
  { max: 10, withinMs: 10 * minute },
  { max: 30, withinMs: hour },
];
/** The part of the budget of an hour that strangers may use: the rest is for those who are known. */
const strangersPart = 0.8;
/** The part that strangers and accounts may use: the rest is for the top-level organization itself. */
const outsidersPart = 0.9;
/** The part that strangers from one network may use, and that accounts of one network may use. */
const sourcePart = 0.05;
/** How many old rows each new one removes: more than one, so that they become fewer. */
const maxRemoved = 10;

/** On whose account a message is sent. All are keyed hashes. */
export interface MessageAccount {
  readonly requester: Buffer;
  /** Those who share the limits of a contact, with the contact. */
  readonly party: Buffer;
  /** The network of a stranger or of an account; null for the top-level organization itself. */
  readonly source: Buffer | null;
  readonly isStranger: boolean;
}

interface Context {
  readonly sql: Sql;
  readonly services: Pick<Services, 'limits'>;
  /** The top-level organization. */
  readonly tenantId: string;
  readonly now: Date;
}

/** Refuses a further message if there is no budget for it, without taking anything: so the work for it is not done in vain. */
export const requireMessageBudget = async (context: Context, account: MessageAccount): Promise<void> =>
  requireBudget(await readUse(context, account, 1));

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
  const here = ofOrganization(sql, { id: tenantId });
  const { isStranger, ...columns } = account;
  const stranger = isStranger ? 1 : 0;
  const outsider = account.source ? 1 : 0;
  // Sent together, run in order: what is read was committed before the first statement got its lock. `execute` sends it first.
  const [[totals], use] = await Promise.all([
    sql<[{ readonly messages: bigint; readonly ofStrangers: bigint; readonly ofOutsiders: bigint }]>`
      insert into message_totals (organization_id, messages, of_strangers, of_outsiders)
      values (${tenantId}, 1, ${stranger}, ${outsider})
      on conflict (organization_id) do update
        set messages = message_totals.messages + 1, of_strangers = message_totals.of_strangers + ${stranger},
          of_outsiders = message_totals.of_outsiders + ${outsider}
      returning messages, of_strangers, of_outsiders`.execute(),
    readUse(context, account, 0),
  ]);
  requireBudget(use);
  const row = {
    ...ownerColumns({ id: tenantId }),
    number: totals.messages,
    strangerNumber: isStranger ? totals.ofStrangers : null,
    outsiderNumber: account.source ? totals.ofOutsiders : null,
    ...columns,
    createdAt: now,
  };
  await Promise.all([
    sql`insert into messages ${sql(row)}`,
    sql`
      delete from messages
      where ${here} and number in (
        select number from messages
        where ${here} and created_at <= ${before(now, hour)}
        order by created_at limit ${maxRemoved}
      )`,
  ]);
}

/** What was used of the budgets, which decides about one message. */
interface Use {
  readonly now: Date;
  /** When the requester asked, and when anybody of the party did. */
  readonly byRequester: readonly Date[];
  readonly byParty: readonly Date[];
  readonly isUsedUpBySource: boolean;
  readonly isUsedUp: boolean;
}

/**
 * Reads what decides about the newest message, or about one that would come next.
 *
 * @param ahead By how much the total of the tenant is behind the number of the message.
 */
async function readUse(
  { sql, services: { limits }, tenantId, now }: Context,
  { requester, party, source, isStranger }: MessageAccount,
  ahead: 0 | 1,
): Promise<Use> {
  const here = ofOrganization(sql, { id: tenantId });
  const recent = sql`${here} and created_at > ${before(now, hour)}`;
  const { messagesPerHour } = limits;
  const ofSource = enoughForOne(messagesPerHour * sourcePart);
  const ofStrangers = enoughForOne(messagesPerHour * strangersPart);
  const ofOutsiders = enoughForOne(messagesPerHour * outsidersPart);
  const [own, [usedUp], [usedUpBySource]] = await Promise.all([
    sql<{ readonly requester: Buffer; readonly party: Buffer; readonly createdAt: Date }[]>`
      select requester, party, created_at from messages where ${recent} and (requester = ${requester} or party = ${party})`,
    // The message that was sent as many messages ago as the budget has: if it is of the last hour, the budget is used up.
    sql`
      select from messages
      where ${recent} and (
        number = (select messages from message_totals where ${here}) + ${ahead - messagesPerHour}::bigint
        ${source ? sql`or outsider_number = (select of_outsiders from message_totals where ${here}) + ${ahead - ofOutsiders}::bigint` : sql``}
        ${isStranger ? sql`or stranger_number = (select of_strangers from message_totals where ${here}) + ${ahead - ofStrangers}::bigint` : sql``}
      )`,
    source
      ? sql`select from messages where ${recent} and source = ${source} order by created_at offset ${ofSource - 1} limit 1`
      : [],
  ]);
  const timesOf = (column: 'requester' | 'party', value: Buffer) =>
    own.filter((row) => value.equals(row[column])).map(({ createdAt }) => createdAt);
  return {
    now,
    byRequester: timesOf('requester', requester),
    byParty: timesOf('party', party),
    isUsedUpBySource: usedUpBySource !== undefined,
    isUsedUp: usedUp !== undefined,
  };
}

function requireBudget({ now, byRequester, byParty, isUsedUpBySource, isUsedUp }: Use): void {
  const isOver = (times: readonly Date[], { max, withinMs }: typeof ofRequester) =>
    times.filter((time) => time > before(now, withinMs)).length >= max;
  if (isUsedUp) throw new ApiError('MAX_OTP_INITIATED', usedUpMessage);
  if (isUsedUpBySource || isOver(byRequester, ofRequester) || ofParty.some((limit) => isOver(byParty, limit)))
    throw new ApiError('MAX_OTP_INITIATED');
}

// It begins with the words that clients recognise.
const usedUpMessage = 'Max number of OTPs have been initiated by the whole organization, try again later';

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
/** Also with a small budget, one requester can ask again. */
const enoughForOne = (count: number) => Math.max(ofRequester.max, Math.floor(count));
