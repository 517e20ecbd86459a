import { createHash } from 'node:crypto';
import { registry } from '@mintmark/schema';
import { createP256Stamper } from '@mintmark/stamper';
import { decodeApiKeyStamp } from '@mintmark/stamper/verify';
import { expect, test } from 'vitest';
import { apiKey } from '../targets/api-key.ts';
import { answerProblems } from './answer-problems.ts';
import { bodyOf } from './raw-request.ts';

const unit = registry.delete_user_tags;
const { parameters } = unit.example;
const { id, organizationId } = registry.get_activity.example.response.activity;
const body = bodyOf(unit, organizationId, parameters, { timestampMs: '1767225600000' });
const decoded = decodeApiKeyStamp((await createP256Stamper(apiKey).stamp(body)).value);
if (!decoded.ok) throw decoded.error;
const { publicKey, scheme, signature } = decoded.stamp;

const vote = {
  ...{ activityId: id, userId: 'ada', user: { userId: 'ada' }, selection: 'VOTE_SELECTION_APPROVED' },
  ...{ message: body, publicKey, scheme, signature: Buffer.from(signature).toString('hex') },
};
const activity = {
  ...{ id, organizationId, status: 'ACTIVITY_STATUS_COMPLETED', type: unit.type },
  intent: { deleteUserTagsIntent: parameters },
  votes: [vote],
  fingerprint: `sha256:${createHash('sha256').update(body).digest('hex')}`,
  ...{ canApprove: false, canReject: false },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
};
const problems = (change: object) =>
  answerProblems(unit.path, 200, body, JSON.stringify({ activity: { ...activity, ...change } }));

test('default', () => {
  expect(problems({})).toEqual([]);
});

test.each<[what: string, change: object]>([
  ['organizationId', { organizationId: id }],
  ['type', { type: 'ACTIVITY_TYPE_DELETE_USERS' }],
  ['intent', { intent: { deleteUserTagsIntent: { ...parameters, more: 1 } } }],
  ['intent', { intent: { deleteUserTagsIntentV2: parameters } }],
  ['the vote of its caller', { votes: [] }],
  ['the vote of its caller', { votes: [{ ...vote, selection: 'VOTE_SELECTION_REJECTED' }] }],
  ['the activity of a vote', { votes: [{ ...vote, activityId: organizationId }] }],
  ['the user of a vote', { votes: [{ ...vote, userId: 'grace' }] }],
  ['the stamp of a vote', { votes: [{ ...vote, signature: vote.signature.replace(/.$/, '') }] }],
  ['what a vote is on', { votes: [vote, { ...vote, message: bodyOf(unit, id, { fingerprint: 'sha256:' }) }] }],
  ['canApprove and canReject', { canApprove: true }],
  ['its times', { updatedAt: '2025-01-01T00:00:00.000Z' }],
])('error: %s', (what, change) => {
  expect(problems(change)).toContain(`wrong in the activity: ${what}`);
});

test('error: a fingerprint of other bytes', () => {
  expect(answerProblems(unit.path, 200, `${body} `, JSON.stringify({ activity }))).toContain(
    'wrong in the activity: fingerprint',
  );
});

test('error: an undocumented error', () => {
  const answer = (errorCode: string) => JSON.stringify({ details: [{ errorCode }] });
  expect(answerProblems(unit.path, 404, body, answer('RESOURCE_NOT_FOUND'))).toEqual([]);
  expect(answerProblems(unit.path, 404, body, answer('FEATURE_NOT_FOUND'))).toHaveLength(1);
  expect(answerProblems(unit.path, 400, body, answer('RESOURCE_NOT_FOUND'))).toHaveLength(1);
});
