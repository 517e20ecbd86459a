import { bool, orNull, text, time, uuid } from '../../core/tables/column.ts';
import { defineTable } from '../../core/tables/define-table.ts';
import { anyOrganization } from '../../core/tables/searchable-values.ts';

export const usersTable = defineTable('users', {
  shard: 'organizationId',
  key: { organizationId: uuid, id: uuid },
  decides: {
    name: text,
    email: orNull(text),
    emailVerified: bool,
    phoneNumber: orNull(text),
    phoneNumberVerified: bool,
    isRoot: bool,
    deletedAt: orNull(time),
  },
  describes: { createdAt: time, updatedAt: time },
  // The audit covers the tags themselves.
  counts: {
    /** The digest of the tags that the user has; null if the user never had one. A tag that was removed or put back does not match it. */
    tagsDigest: orNull(text),
  },
  addedLater: 'tagsDigest',
  endsGroup: true,
  storage: ['name', 'email', 'phoneNumber'],
  searchable: ({ name, email, emailVerified, phoneNumber, phoneNumberVerified }) => ({
    userName: name,
    email,
    phoneNumber,
    verifiedEmail: emailVerified ? email : null,
    verifiedPhoneNumber: phoneNumberVerified ? phoneNumber : null,
    verifiedContact: emailVerified || phoneNumberVerified ? anyOrganization : null,
  }),
});
