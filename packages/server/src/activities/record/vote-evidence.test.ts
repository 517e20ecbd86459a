import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ActivityRow, VoteRow } from './activity-row.ts';
import { speaksOf } from './vote-evidence.ts';

const body = Buffer.from('{}');
const fingerprint = createHash('sha256').update(body).digest();
const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
const activity = { organizationId, fingerprint } as unknown as ActivityRow;
const ballot = (type: string, more: object = {}) =>
  Buffer.from(
    JSON.stringify({
      type: `ACTIVITY_TYPE_${type}_ACTIVITY`,
      organizationId,
      parameters: { fingerprint: `sha256:${fingerprint.toString('hex')}` },
      ...more,
    }),
  );
const isAbout = (message: Uint8Array, selection: 'APPROVED' | 'REJECTED') =>
  speaksOf({ message, selection: `VOTE_SELECTION_${selection}` } as VoteRow, activity);

test('default', () => {
  expect(isAbout(body, 'APPROVED')).toBe(true);
  expect(isAbout(ballot('APPROVE'), 'APPROVED')).toBe(true);
  expect(isAbout(ballot('REJECT'), 'REJECTED')).toBe(true);
  const upperCase = { organizationId: organizationId.toUpperCase() };
  expect(isAbout(ballot('APPROVE', upperCase), 'APPROVED')).toBe(true);
});

test('error: the stamp is for something else', () => {
  expect(isAbout(body, 'REJECTED')).toBe(false);
  expect(isAbout(ballot('APPROVE'), 'REJECTED')).toBe(false);
  expect(isAbout(ballot('REJECT'), 'APPROVED')).toBe(false);
  expect(isAbout(ballot('APPROVE', { organizationId: '' }), 'APPROVED')).toBe(false);
  expect(isAbout(ballot('APPROVE', { parameters: { fingerprint: 'sha256:00' } }), 'APPROVED')).toBe(false);
  expect(isAbout(ballot('APPROVE', { parameters: undefined }), 'APPROVED')).toBe(false);
  expect(isAbout(Buffer.from('{'), 'APPROVED')).toBe(false);
});
