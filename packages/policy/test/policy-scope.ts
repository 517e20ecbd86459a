import type { LookUp } from '../src/evaluate/run.ts';
import type { Field, Form, Scope, Type } from '../src/values/type.ts';
import type { Value } from '../src/values/value.ts';

const field = (type: Type): Field => ({ type, description: '' });
const list = (item: Type): Type => ({ kind: 'list', item });
const struct = (name: string, fields: Record<string, Type>): Type => ({
  kind: 'struct',
  name,
  fields: Object.fromEntries(Object.entries(fields).map(([key, type]) => [key, field(type)])),
});
const bool: Type = { kind: 'bool' };
const int: Type = { kind: 'int' };
const string: Type = { kind: 'string' };
const any: Type = { kind: 'any' };

const ethereumAddress: Form = {
  name: 'an Ethereum address',
  read: (text) => (/^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : undefined),
};
const upperWord: Form = {
  name: 'an activity kind',
  read: (text) => (/^[A-Z_]+$/.test(text) ? text : undefined),
};
const address: Type = { kind: 'string', form: ethereumAddress };

/** A scope with every type. */
export const scope: Scope = {
  activity: field(
    struct('activity', {
      kind: { kind: 'string', form: upperWord },
      params: { kind: 'map', value: any },
      label: string,
    }),
  ),
  'eth.tx': field(
    struct('eth.tx', {
      to: address,
      from: address,
      data: string,
      value: int,
      simulated: bool,
      note: string,
      accessList: list(address),
      args: { kind: 'map', value: any },
    }),
  ),
  'eth.message': field(any),
  approvers: field(list(struct('approver', { id: string, tags: list(string), email: string }))),
  credentials: field(list(struct('credential', { id: string, user_id: string, type: string }))),
  numbers: field(list(int)),
  flags: field(list(bool)),
  names: field({ kind: 'map', value: string }),
  time: field(struct('time', { now: { kind: 'timestamp' }, moments: list({ kind: 'timestamp' }) })),
};

export const recipient = `0x${'ab'.repeat(20)}`;
export const sender = `0x${'12'.repeat(20)}`;

export const request: Readonly<Record<string, Value>> = {
  activity: { kind: 'SIGN_TRANSACTION', params: new Map([['type', 'ETHEREUM']]), label: 'Grüße 🦊!' },
  // The note is missing.
  'eth.tx': {
    to: recipient,
    from: sender,
    data: `0xa9059cbb${'00'.repeat(64)}`,
    value: 2n ** 255n,
    simulated: false,
    accessList: [recipient, sender],
    args: new Map<string, Value>([
      ['amount', 5n],
      ['to', recipient],
      [
        'calls',
        [
          [recipient, 1n],
          [sender, 2n],
        ],
      ],
      ['nested', new Map<string, Value>([['a', [new Map([['b', true]])]]])],
      ['pair', { first: 1n }],
    ]),
  },
  'eth.message': new Map<string, Value>([['owner', recipient]]),
  approvers: [
    { id: 'alice', tags: ['admin', 'ops'], email: 'alice@example.com' },
    { id: 'bob', tags: [], email: undefined },
  ],
  credentials: [{ id: 'key-1', user_id: 'alice', type: 'API_KEY' }],
  numbers: [1n, 2n, 3n],
  flags: [true, false],
  names: new Map([['first', 'Ada']]),
  time: { now: new Date('2026-03-30T07:30:00Z'), moments: [new Date(0), new Date('2026-03-30T07:30:00Z')] },
};

/** What a request has, some of it replaced. */
export function lookUpIn(changes: Readonly<Record<string, Value | undefined>> = {}): LookUp {
  const present = { ...request, ...changes };
  return (name) => (Object.hasOwn(present, name) ? present[name] : undefined);
}
