import { z } from 'zod';
import { component } from '../component.ts';
import { Vote } from '../fields/activities/vote.ts';
import { ApiError } from '../fields/api-error.ts';
import { AppProof } from '../fields/proofs/app-proof.ts';
import { fingerprint, flag, id, organizationId, rfc3339, text, wholeNumber } from '../vocabulary.ts';

export const ActivityStatus = component(
  'ActivityStatus',
  'The status of an activity. COMPLETED, FAILED and REJECTED are final. Of the activities that a user submitted within a day, at most 100 can be in CONSENSUS_NEEDED, unless the operator of the service has set another limit; further ones are refused with RESOURCE_LIMIT_EXCEEDED.',
  z.enum([
    'ACTIVITY_STATUS_CREATED',
    'ACTIVITY_STATUS_PENDING',
    'ACTIVITY_STATUS_COMPLETED',
    'ACTIVITY_STATUS_FAILED',
    'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    'ACTIVITY_STATUS_REJECTED',
    'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
  ]),
);

/** The members of an activity before its type, intent and result. */
const activityHead = {
  id: id('The activity.'),
  organizationId: organizationId('The organization that the activity runs in.'),
  status: ActivityStatus,
};

/** The members of an activity after its type, intent and result. */
const activityTail = {
  votes: z.array(Vote).describe('The approvals and rejections so far.'),
  fingerprint: fingerprint('SHA-256 of the request body: the same body always means the same activity.'),
  canApprove: flag('Whether the caller can approve the activity now.'),
  canReject: flag('Whether the caller can reject the activity now.'),
  createdAt: rfc3339('When the activity was submitted.'),
  updatedAt: rfc3339('When the activity last changed.'),
  failure: ApiError.optional(),
  appProofs: z.array(AppProof).describe('Proofs of what was done, if the request asked for them.').optional(),
};

/** An activity of any type. */
export const Activity = component(
  'Activity',
  'A state-changing request and its outcome. The type determines which intent and result it holds.',
  z.object({
    ...activityHead,
    type: text('The activity type, with its version.').meta({ examples: ['ACTIVITY_TYPE_CREATE_USERS_V4'] }),
    intent: z
      .record(z.string(), z.unknown())
      .describe('One member, named after the type, that holds the submitted parameters.'),
    result: z
      .record(z.string(), z.unknown())
      .describe('One member, named after the type, that holds the result; empty until the activity is completed.'),
    ...activityTail,
  }),
);

/** The body that submits one type of activity. */
export const activityRequest = <Type extends string, P extends z.ZodObject>(type: Type, parameters: P) =>
  z.strictObject({
    type: z.literal(type).describe('The activity type of this endpoint.'),
    timestampMs: wholeNumber(
      'When the request was created, in milliseconds since the epoch; used to check that the request is fresh.',
    ).meta({ examples: ['1767225600000'] }),
    organizationId: organizationId('The organization that the activity runs in.'),
    parameters,
    generateAppProofs: flag('Whether to return proofs of what the activity did.').optional(),
  });

export type ActivityRequest<Type extends string, P extends z.ZodObject> = ReturnType<typeof activityRequest<Type, P>>;

/** What distinguishes the activities of one type. */
export interface ActivityParts<
  Type extends string,
  Intent extends string,
  Result extends string,
  P extends z.ZodObject,
  R extends z.ZodObject,
> {
  readonly type: Type;
  readonly intentKey: Intent;
  readonly resultKey: Result;
  readonly parameters: P;
  readonly result: R;
}

/** An activity of one type: the literal type, its one intent key and its one result key. */
export const activityOf = <
  Type extends string,
  Intent extends string,
  Result extends string,
  P extends z.ZodObject,
  R extends z.ZodObject,
>({
  type,
  intentKey,
  resultKey,
  parameters,
  result,
}: ActivityParts<Type, Intent, Result, P, R>) =>
  z.object({
    ...activityHead,
    type: z.literal(type).describe('The activity type, with its version.'),
    intent: z
      .object({ [intentKey]: parameters } as { [key in Intent]: P })
      .describe('The submitted parameters, without ignored members.'),
    result: z
      .object({ [resultKey]: result.optional() } as { [key in Result]: z.ZodOptional<R> })
      .describe('The result; empty until the activity is completed.'),
    ...activityTail,
  });

export const activityResponse = <A extends z.ZodObject>(activity: A) => z.object({ activity });

export type ActivityResponse<
  Type extends string,
  Intent extends string,
  Result extends string,
  P extends z.ZodObject,
  R extends z.ZodObject,
> = ReturnType<typeof activityResponse<ReturnType<typeof activityOf<Type, Intent, Result, P, R>>>>;
