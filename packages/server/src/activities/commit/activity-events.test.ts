import { type ActivityUnit, registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { maxEventBytes } from '../../delivery/webhooks/raise-event.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';
import { eventBody } from './activity-events.ts';

const now = new Date('2026-11-16T12:00:00Z');

function activityOf({ type, name }: ActivityUnit, parameters: object, result: object | null): [ActivityRow, VoteRow[]] {
  const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5a8';
  const body = Buffer.from(JSON.stringify({ type, timestampMs: '1', organizationId, parameters }));
  const row: ActivityRow = {
    organizationId,
    id: `id of ${name}`,
    type,
    status: 'ACTIVITY_STATUS_COMPLETED',
    fingerprint: Buffer.alloc(32),
    body,
    result: result && JSON.stringify(result),
    failure: null,
    deniedUserId: null,
    approvalsSince: now,
    createdAt: now,
    updatedAt: now,
    mac: '',
  };
  const vote = {
    ...{ activityId: row.id, id: 'vote', userId: 'user', credentialId: 'key', message: null },
    ...{ publicKey: '', signature: '', scheme: '', voter: '{}', createdAt: now },
    selection: 'VOTE_SELECTION_APPROVED' as const,
  };
  return [row, [vote]];
}

const units = Object.values(registry).filter(
  (unit): unit is ActivityUnit => unit.kind === 'activity' && 'result' in unit && 'parameters' in unit.example,
);

const isShort = (body: string) => {
  const { intent, result, votes } = JSON.parse(body);
  return JSON.stringify([intent, result, votes]) === '[{},{},[]]';
};

test('default', () => {
  const { example } = registry.create_wallet;
  const [row, votes] = activityOf(registry.create_wallet as ActivityUnit, example.parameters, example.result);
  const event = JSON.parse(eventBody(row, votes));
  expect(event).toEqual({
    id: row.id,
    organizationId: row.organizationId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    intent: { createWalletIntent: example.parameters },
    result: { createWalletResult: example.result },
    votes: [expect.objectContaining({ message: row.body.toString() })],
    fingerprint: `sha256:${'0'.repeat(64)}`,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  });
});

// A new operation that belongs here or does not is seen in review.
test('behavior: what holds bundles, tokens, secrets, sessions or codes is sent without intent, result and votes', () => {
  const short = units.filter((unit) => {
    const { parameters, result } = unit.example as { parameters: object; result: object };
    return isShort(eventBody(...activityOf(unit, parameters, result)));
  });
  expect(short.map(({ name }) => name).toSorted()).toEqual([
    'create_oauth2_credential',
    'create_oauth_providers',
    'create_read_write_session',
    'export_private_key',
    'export_wallet',
    'export_wallet_account',
    'import_private_key',
    'import_wallet',
    'init_import_private_key',
    'init_import_wallet',
    'init_otp',
    'oauth2_authenticate',
    'oauth_login',
    'otp_login',
    'stamp_login',
    'update_oauth2_credential',
    'update_user_email',
    'verify_otp',
  ]);
});

test('behavior: what is too large is sent without intent, result and votes', () => {
  const unit = registry.create_user_tag as ActivityUnit;
  const sized = (length: number) =>
    eventBody(...activityOf(unit, { userTagName: 'a'.repeat(length), userIds: [] }, { userTagId: 'tag', userIds: [] }));
  // The name is in the intent, and again in the body that the vote quotes.
  expect(isShort(sized(maxEventBytes / 2 - 1_000))).toBe(false);
  for (const length of [maxEventBytes / 2, maxEventBytes, 250_000]) {
    expect(isShort(sized(length))).toBe(true);
    expect(sized(length).length).toBeLessThan(1_000);
  }
});
