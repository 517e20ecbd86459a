import { apiKeyRecord, authenticatorRecord } from './credentials.ts';
import { timestamp } from './timestamp.ts';

export const userId = 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14';
export const userName = 'Ada Lovelace';
export const userEmail = 'ada@example.com';
export const userPhoneNumber = '+15555550123';

/** A second user of the organization. */
export const otherUserId = '8bf60b6c-3522-42d0-8ab2-4d589635f950';

export const userTagId = '57d0c3e9-4b16-4f8a-92e7-a8c6b1f0d345';

export const user = {
  userId,
  userName,
  userEmail,
  userPhoneNumber,
  authenticators: [authenticatorRecord],
  apiKeys: [apiKeyRecord],
  userTags: [userTagId],
  oauthProviders: [],
  createdAt: timestamp,
  updatedAt: timestamp,
};
