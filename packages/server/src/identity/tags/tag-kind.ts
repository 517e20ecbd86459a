import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import type { AuthenticatedTable, RowOf } from '../../core/tables/define-table.ts';
import type { tagsTable } from './tags-table.ts';

/** A tag on a member. The table also has the id of the member. */
export interface LinkRow {
  readonly organizationId: string;
  readonly tagId: string;
}

/** Tags of one type: what they are put on, and where that is stored. */
export interface TagKind {
  readonly type: RowOf<typeof tagsTable>['type'];
  /** What has such tags, in messages. */
  readonly noun: string;
  /** The table that says what has which tags. */
  readonly links: AuthenticatedTable<LinkRow>;
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
