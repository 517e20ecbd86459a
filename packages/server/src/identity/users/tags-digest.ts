import { hash } from 'node:crypto';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { userTagsTable } from '../tags/user-tags-table.ts';
import type { usersTable } from './users-table.ts';

/** A digest of the tags of a user, in any order. */
export const tagsDigest = (tagIds: readonly string[]): string =>
  hash('sha256', tagIds.toSorted().join('\n'), 'base64url');

/** Fails if these are not the tags that the row of the user has a digest of: without a tag, a DENY policy may not apply. */
export function requireTagsOf(
  { id, tagsDigest: expected }: Pick<RowOf<typeof usersTable>, 'id' | 'tagsDigest'>,
  tags: readonly Pick<RowOf<typeof userTagsTable>, 'tagId'>[],
): void {
  if (expected !== null && tagsDigest(tags.map(({ tagId }) => tagId)) !== expected)
    throw new TamperedError(`the tags of user ${id} were changed outside of this service`);
}
