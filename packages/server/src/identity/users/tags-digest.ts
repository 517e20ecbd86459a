import { hash } from 'node:crypto';
import type { AuthorityRows } from '../../core/authority/authority-tables.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';

/** A digest of the tags of a user, in any order. */
export const tagsDigest = (tagIds: readonly string[]): string =>
  hash('sha256', tagIds.toSorted().join('\n'), 'base64url');

/** Fails if these are not the tags that the row of the user has a digest of: without a tag, a DENY policy may not apply. */
export function requireTagsOf(
  { id, tagsDigest: expected }: Pick<AuthorityRows['users'], 'id' | 'tagsDigest'>,
  tags: readonly Pick<AuthorityRows['user_tags'], 'tagId'>[],
): void {
  if (expected !== null && tagsDigest(tags.map(({ tagId }) => tagId)) !== expected)
    throw new TamperedError(`the tags of user ${id} were changed outside of this service`);
}
