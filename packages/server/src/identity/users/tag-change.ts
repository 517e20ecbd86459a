import updateUserTag from '@mintmark/schema/operations/users/update-user-tag';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { asActivity, type PolicyView } from '../../core/handlers/policy-view.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { policyWords } from '../../core/requests/read-activity.ts';
import { membersByTag } from '../tags/tag-links.ts';
import { readUsers } from './user-record.ts';
import { userTags } from './user-tags.ts';

/**
 * Putting a tag on a user gives the user whatever the tag is allowed, and taking it off ends whatever the tag is denied. So an
 * activity that does either is judged as update_user_tag too.
 */
const tagChangeView = (tagId: string, userIds: readonly string[]): PolicyView => ({
  [asActivity]: {
    type: updateUserTag.type,
    ...policyWords(updateUserTag),
    parameters: () => ({ user_tag_id: tagId, user_ids: userIds }),
  },
});

/** Stands for a user who does not exist yet. Without it, a policy that lets the tag go to some users only would see nobody else. */
const newUserId = '00000000-0000-0000-0000-000000000000';

/** What policies see of the tags that new users get. */
export const newTagViews = (tagIds: readonly string[]): PolicyView[] =>
  distinctIds(tagIds).map((tagId) => tagChangeView(tagId, [newUserId]));

/** What policies see if tags are deleted: they are taken off everybody who has them. */
export async function deletedTagViews(context: ReadContext, tagIds: readonly string[]): Promise<PolicyView[]> {
  const members = await membersByTag(context, userTags, tagIds);
  return [...members].map(([tagId, userIds]) => tagChangeView(tagId, userIds));
}

/** What policies see if a user gets exactly these tags: those that are put on and those that are taken off. */
export async function tagChangeViews(
  context: ReadContext,
  { userId, tagIds }: { readonly userId: string; readonly tagIds: readonly string[] },
): Promise<PolicyView[]> {
  const [user] = await readUsers(context, [userId]);
  const before = user?.tags.map(({ tagId }) => tagId) ?? [];
  const after = distinctIds(tagIds);
  const changed = [...after.filter((id) => !before.includes(id)), ...before.filter((id) => !after.includes(id))];
  return changed.map((tagId) => tagChangeView(tagId, [userId.toLowerCase()]));
}
