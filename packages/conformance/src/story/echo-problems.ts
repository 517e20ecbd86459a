import { createHash, createPublicKey, ECDH, verify } from 'node:crypto';
import type { ActivityUnit } from '@mintmark/schema';
import { stampSchemes } from '@mintmark/stamper/protocol';
import { isEqualJson } from '../contract/is-equal-json.ts';

interface Vote {
  readonly activityId: string;
  readonly userId: string;
  readonly user: { readonly userId: string };
  readonly selection: string;
  readonly message: string;
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
}

interface Activity {
  readonly id: string;
  readonly organizationId: string;
  readonly type: string;
  readonly intent: Readonly<Record<string, unknown>>;
  readonly votes: readonly Vote[];
  readonly fingerprint: string;
  readonly status: string;
  readonly canApprove: boolean;
  readonly canReject: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const final = ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED', 'ACTIVITY_STATUS_REJECTED'];

/** The members of an activity that do not match its request, one line each. */
export function echoProblems(unit: ActivityUnit, asked: string, answered: string): string[] {
  const request = JSON.parse(asked);
  const { activity } = JSON.parse(answered) as { activity: Activity };
  const isVote = 'selection' in unit;
  const older = unit.superseded.find(({ type }) => type === request.type);
  const selection = isVote ? unit.selection : 'VOTE_SELECTION_APPROVED';
  const checks: Readonly<Record<string, boolean>> = {
    organizationId: activity.organizationId === request.organizationId,
    type: isVote || activity.type === request.type,
    intent: isVote || isEqualJson(activity.intent, { [(older ?? unit).intentKey]: request.parameters }),
    fingerprint: activity.fingerprint === (isVote ? request.parameters.fingerprint : fingerprintOf(asked)),
    'the vote of its caller': activity.votes.some((vote) => vote.message === asked && vote.selection === selection),
    'what a vote is on': activity.votes.every(({ message }) => isOn(activity, message)),
    'the activity of a vote': activity.votes.every(({ activityId }) => activityId === activity.id),
    'the user of a vote': activity.votes.every(({ userId, user }) => userId === user.userId),
    'the stamp of a vote': activity.votes.every(isStamped),
    'canApprove and canReject': !final.includes(activity.status) || !(activity.canApprove || activity.canReject),
    'its times': Date.parse(activity.createdAt) <= Date.parse(activity.updatedAt),
  };
  return Object.entries(checks).flatMap(([what, holds]) => (holds ? [] : [`wrong in the activity: ${what}`]));
}

const fingerprintOf = (body: string) => `sha256:${createHash('sha256').update(body).digest('hex')}`;

/** Whether a message is the submitted body, or names its fingerprint. */
const isOn = ({ fingerprint }: Activity, message: string) =>
  fingerprintOf(message) === fingerprint || JSON.parse(message).parameters.fingerprint === fingerprint;

/** Whether a vote has a valid stamp over its message. Uses only Node's crypto, independently of the stamper. */
function isStamped({ publicKey, message, signature, scheme }: Vote): boolean {
  if (scheme !== stampSchemes.p256) return true;
  const point = Buffer.from(ECDH.convertKey(publicKey, 'prime256v1', 'hex', 'hex', 'uncompressed') as string, 'hex');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  return verify('sha256', Buffer.from(message), key, Buffer.from(signature, 'hex'));
}
