import { inspect } from 'node:util';
import type { AnyActivity } from '../src/index.ts';
import { organizationId, users } from './caller.ts';
import { type Answer, type Reply, reply } from './service.ts';

/** What whoami is answered. */
export const me = {
  organizationId,
  organizationName: 'Example',
  userId: 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14',
  username: 'Ada',
};

export const activityId = '0b9a5f2e-7c31-4d86-a2f4-91e8c6d0b357';
export const result = { userIds: ['b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14'] };

/** A createUsers activity, on which the parameters stand as they were sent. */
export const activity = (status: string, members: Partial<AnyActivity> = {}): Reply => ({
  body: {
    activity: {
      id: activityId,
      organizationId,
      type: 'ACTIVITY_TYPE_CREATE_USERS_V4',
      status: `ACTIVITY_STATUS_${status}`,
      intent: { createUsersIntentV4: users },
      result: status === 'COMPLETED' ? { createUsersResult: result } : {},
      ...members,
    },
  },
});

export const refusal = (status: number, errorCode: string, headers = {}, detail = {}): Reply => ({
  status,
  headers,
  body: { code: 2, message: 'the words of the service', details: [{ errorCode, ...detail }] },
});

/** A page of something between client and service, which shows all that it was sent. */
export const page =
  (status: number, headers = {}): Answer =>
  (request, response) =>
    reply(response, { status, headers, body: `<html>${inspect(request)} ${request.headers['x-stamp']}</html>` });
