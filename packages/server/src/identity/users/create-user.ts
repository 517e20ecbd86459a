import { randomUUID } from 'node:crypto';
import type { UserParams } from '@mintmark/schema/fields/users/user';
import type { z } from 'zod';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { registerApiKeys } from '../credentials/api-keys.ts';
import { registerAuthenticators } from '../credentials/authenticators.ts';
import { insertProviders, type VerifiedProvider } from '../credentials/oauth-providers.ts';
import { requireValidCredential } from '../credentials/valid-credential.ts';
import type { Contact } from '../organizations/login-methods.ts';
import { putTags } from '../tags/tag-links.ts';
import { userTags } from './user-tags.ts';
import { usersTable } from './users-table.ts';

const maxUsers = 100;

interface NewUser extends Omit<z.output<typeof UserParams>, 'userTags' | 'oauthProviders'> {
  /** Verified, so that nobody can be linked to the identity of somebody else. */
  readonly oauthProviders: readonly VerifiedProvider[];
  readonly userTags?: readonly string[];
  readonly isRoot?: boolean;
  /** The contact that a verification token proves. */
  readonly verified?: Contact | undefined;
}

/** Adds a user with its credentials, and returns its id. */
export async function createUser(context: ChangeContext, user: NewUser, field: string): Promise<string> {
  const { sql, organization, now, writer } = context;
  await requireValidCredential(context, user);
  const id = randomUUID();
  await sql`
    insert into users ${sql(
      writer.sealed(usersTable, {
        ...ownerColumns(organization),
        id,
        name: user.userName,
        email: user.userEmail ?? null,
        emailVerified: user.verified === 'email',
        phoneNumber: user.userPhoneNumber ?? null,
        phoneNumberVerified: user.verified === 'phoneNumber',
        isRoot: user.isRoot ?? false,
        tagsDigest: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      }),
    )}`;
  const [{ count } = { count: 0n }] = await sql<{ count: bigint }[]>`
    select count(*) from users
    where ${ofOrganization(sql, organization)} and deleted_at is null`;
  if (count > maxUsers)
    throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `an organization can have at most ${maxUsers} users`);
  await registerApiKeys(context, id, user.apiKeys, `${field}.apiKeys`);
  await registerAuthenticators(context, id, user.authenticators, `${field}.authenticators`);
  await insertProviders(context, id, user.oauthProviders);
  await putTags(context, userTags, user.userTags ?? [], [id]);
  return id;
}
