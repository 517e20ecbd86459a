import { printable } from '@mintmark/server/core/requests/printable';
import { terminalJson } from '../terminal/terminal-json.ts';
import { CallFailure, unexpectedAnswer } from './call-failure.ts';
import type { Answer } from './send-request.ts';

/** What a user would approve. */
export interface Approval {
  /** What is shown of it. */
  readonly lines: readonly string[];
  /** What is not shown, in words. Empty if everything is. */
  readonly unseen: readonly string[];
}

/** Asks the service. */
type Ask = (operation: string, fields: object) => Promise<Answer>;

interface SeenValue {
  readonly name: string;
  readonly value: string;
  readonly index?: number;
}

/** More than this nobody reads on a terminal. */
const maxValues = 300;
const maxCharacters = 4_000;

const query = 'list_activity_values';
const decoded = /^(eth|solana|bitcoin|tron)\./;
/** Those that the service only carries out if it can decode them. */
const decodedKinds = ["'SIGN_TRANSACTION'", "'ETH_SEND_TRANSACTION'"];

/** Reads what an approval would approve: the values that policies see, and the request. */
export async function readApproval(ask: Ask, fingerprint: string): Promise<Approval> {
  const { activityId, total, values } = await readValues(ask, fingerprint);
  const request = terminalJson(requestIn(await ask('get_activity', { activityId })));
  const isDecoded = values.some(({ name }) => decoded.test(name));
  const kind = values.find(({ name }) => name === 'activity.kind')?.value ?? '';
  const isLong = request.length > maxCharacters;
  const left = total - values.length;
  return {
    lines: [
      printable(`this approves the activity ${activityId}, which policies see as`),
      ...values.map(({ name, value, index }) => {
        const place = index === undefined ? '' : ` (number ${index + 1})`;
        return `  ${printable(`${name}${place} = ${value}`)}`;
      }),
      ...(isLong
        ? [`and whose request has ${request.length} characters: get_activity shows them`]
        : ['and whose request is', ...request.split('\n').map((line) => `  ${line}`)]),
    ],
    unseen: [
      ...(left === 0 ? [] : [`${left} of ${total} values were left out`]),
      // A decoded transaction says all that its bytes say.
      ...(isLong && !isDecoded ? [`the request was left out: it has ${request.length} characters`] : []),
      ...(decodedKinds.includes(kind) && !isDecoded ? ['the service cannot read the transaction'] : []),
    ],
  };
}

async function readValues(ask: Ask, fingerprint: string) {
  const values: SeenValue[] = [];
  for (let after: string | undefined; ; ) {
    const paginationOptions = { limit: '100', ...(after !== undefined && { after }) };
    const answer = await ask(query, { fingerprint, paginationOptions });
    const { activityId, totalValues: total, values: page, pageInfo } = answer as Record<string, unknown>;
    if (typeof activityId !== 'string' || typeof total !== 'number' || !Array.isArray(page) || !page.every(isValue))
      throw new CallFailure(unexpectedAnswer(query, 'no values'));
    values.push(...page);
    const { hasNextPage, endCursor } = (pageInfo ?? {}) as Record<string, unknown>;
    if (hasNextPage !== true || values.length >= maxValues) return { activityId, total, values };
    if (typeof endCursor !== 'string') throw new CallFailure(unexpectedAnswer(query, 'no cursor'));
    after = endCursor;
  }
}

function isValue(value: unknown): value is SeenValue {
  const { name, value: text, index } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && typeof text === 'string' && ['number', 'undefined'].includes(typeof index);
}

/** The parameters of an activity: the one member of its intent. */
function requestIn({ activity }: Answer): unknown {
  const { intent } = (activity ?? {}) as Record<string, unknown>;
  if (typeof intent !== 'object' || intent === null)
    throw new CallFailure(unexpectedAnswer('get_activity', 'no activity'));
  return Object.values(intent)[0] ?? {};
}
