import { hash, randomUUID } from 'node:crypto';
import type { RowOf } from '@mintmark/server/core/tables/define-table';
import type { apiKeysTable } from '@mintmark/server/identity/credentials/api-keys-table';
import type { authenticatorsTable } from '@mintmark/server/identity/credentials/authenticators-table';
import type { userTagsTable } from '@mintmark/server/identity/tags/user-tags-table';
import { tagsDigest } from '@mintmark/server/identity/users/tags-digest';
import type { usersTable } from '@mintmark/server/identity/users/users-table';
import type { WrittenFile } from './test-file-schema.ts';

type WrittenUser = WrittenFile['users'][number];

/** What all rows of an organization have. */
export interface RowBase {
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const passkey = 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR';

/** Rows to be inserted. */
interface Rows {
  readonly users: readonly RowOf<typeof usersTable>[];
  readonly apiKeys: readonly RowOf<typeof apiKeysTable>[];
  readonly authenticators: readonly RowOf<typeof authenticatorsTable>[];
  readonly userTags: readonly RowOf<typeof userTagsTable>[];
}

/** The rows of the users in a file, with their credentials and tags. */
export function userRows(base: RowBase, { users, rootQuorum }: WrittenFile): Rows {
  const { organizationId } = base;
  const credentials = users.flatMap((user) =>
    credentialsOf(user).map(({ id = randomUUID(), ...one }) => ({
      ...base,
      id,
      userId: user.userId,
      name: id,
      ...one,
    })),
  );
  return {
    users: users.map(({ userId, userName = userId, email = null, tags = [] }) => ({
      ...base,
      id: userId,
      name: userName,
      email,
      emailVerified: false,
      phoneNumber: null,
      phoneNumberVerified: false,
      isRoot: rootQuorum?.userIds.includes(userId) ?? false,
      tagsDigest: tagsDigest([...new Set(tags)]),
      deletedAt: null,
    })),
    apiKeys: credentials.flatMap(({ credentialId: _, ...key }) =>
      key.type === passkey
        ? []
        : [
            {
              ...key,
              curve: curveOf(key.type),
              lifetimeSeconds: null,
              sessionProfileId: null,
              expiresAt: null,
              deletedAt: null,
            },
          ],
    ),
    authenticators: credentials.flatMap(({ type, credentialId, ...key }) =>
      type === passkey
        ? [
            {
              ...key,
              credentialId: credentialId ?? key.id,
              rpId: 'localhost',
              signCount: 0,
              countedBody: null,
              transports: [],
              attestationType: 'none',
              aaguid: '',
              model: '',
              deletedAt: null,
            },
          ]
        : [],
    ),
    userTags: users.flatMap(({ userId, tags = [] }) =>
      [...new Set(tags)].map((tagId) => ({ organizationId, tagId, userId })),
    ),
  };
}

const curveOf = (type: string) =>
  type.endsWith('_SECP256K1') ? 'secp256k1' : type.endsWith('_ED25519') ? 'ed25519' : 'p256';

/** What a user in a file stamps with, with public keys as they are stored. */
export function credentialsOf({ userId, credentials }: Pick<WrittenUser, 'userId' | 'credentials'>) {
  const madeUp = { type: 'CREDENTIAL_TYPE_API_KEY_P256', publicKey: `02${hash('sha256', userId)}` } as const;
  const written: NonNullable<WrittenUser['credentials']> = credentials ?? [madeUp];
  return written.map(({ publicKey, ...one }) => ({
    ...one,
    publicKey: one.type === passkey ? publicKey : publicKey.toLowerCase(),
  }));
}
