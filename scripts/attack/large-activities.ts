import { randomUUID } from 'node:crypto';
import { type Actor, credentials, makeSubOrganization, resultOf, submission } from '../load/stamped-requests.ts';

/** The service takes 256 KiB. */
const bytesOfBody = 250 * 1024;
/** A UUID in JSON, with the comma. */
const bytesOfTag = 39;
/** Rates are limited for each credential. */
const rootUsers = 4;

/**
 * Makes an organization whose activities are as large as they may be, and returns its root users. The activities wait for
 * approvals that nobody gives: they are stored as they were sent, and nothing is carried out.
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
