import { randomUUID } from 'node:crypto';
import { type Actor, credentials, makeSubOrganization, resultOf, submission } from '../load/stamped-requests.ts';

/** The service accepts 256 KiB. */
const bytesOfBody = 250 * 1024;
/** A UUID in JSON, with the comma. */
const bytesOfTag = 39;
/** Rates are limited for each credential. */
const rootUsers = 4;

/**
 * Creates an organization whose activities are as large as allowed, and returns its root users. The activities are stored but
 * never executed, because they wait for approvals that never come.
 */
export async function makeLargeActivities(port: number, root: Actor, name: string, count: number): Promise<Actor[]> {
  const readers = await makeSubOrganization(port, root, name, rootUsers);
  const [submitter] = readers as [Actor];
  const userTags = Array.from({ length: bytesOfBody / bytesOfTag }, () => randomUUID());
  const users = [{ userName: 'Tagged', ...credentials(submitter.key), userTags }];
  for (let left = count; left > 0; left--)
    await resultOf(port, await submission(submitter, 'create_users', 'CREATE_USERS_V4', { users }));
  return readers;
}
