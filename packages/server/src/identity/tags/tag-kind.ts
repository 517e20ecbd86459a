import type { AuthorityRows } from '../../core/authority/authority-tables.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';

/** Tags of one type: what they are put on, and where that is stored. */
export interface TagKind {
  readonly type: AuthorityRows['tags']['type'];
  /** What has such tags, in messages. */
  readonly noun: string;
  /** The table that says what has which tags. */
  readonly links: 'user_tags' | 'private_key_tags';
  /** The column of that table that names what has the tag. */
  readonly member: 'userId' | 'privateKeyId';
  /** Reads what can have such tags, and refuses ids that are not of the organization. */
  readonly requireMembers: (
    context: ReadContext,
    ids: readonly string[],
  ) => Promise<readonly { readonly id: string }[]>;
  /** Notes in the rows of members which tags they are about to have. Absent if these rows do not say it. */
  readonly noteTags?: (
    context: ChangeContext,
    memberIds: readonly string[],
    tagIdsAfter: (tagIds: readonly string[], memberId: string) => readonly string[],
  ) => Promise<void>;
}
