import { type UserRecord, type UserRow, userRecord } from '../../identity/users/user-record.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { digest } from './activity-facts.ts';

/** The voter as the activity shows it, as JSON, which is stored with the vote. */
interface VoterRecord {
  readonly text: string;
  /** What audit entries record of it. */
  readonly digest: string;
  readonly user: UserRecord;
}

/** Few users make most of the votes. */
const maxKnown = 256;
/** The text of a user with about twenty credentials. */
const maxKnownText = 8 * 1024;
const known = new BoundedMap<VoterRecord>(maxKnown);

/** Records of voters, by their text. */
export function voterRecordOf(text: string): VoterRecord {
  const found = known.get(text);
  if (found) return found;
  const made = { text, digest: digest(text), user: JSON.parse(text) };
  if (text.length <= maxKnownText) known.set(text, made);
  return made;
}

const texts = new WeakMap<UserRow, string>();

/**
 * What is stored of a voter.
 *
 * @param isOfParent Whether it is a user of the parent: who they are elsewhere is not for its sub-organizations.
 */
export function voterText(voter: UserRow, { isOfParent }: { readonly isOfParent: boolean }): string {
  if (isOfParent) {
    const { userEmail, userPhoneNumber, ...others } = userRecord(voter);
    return JSON.stringify({ ...others, oauthProviders: [] });
  }
  const text = texts.get(voter) ?? JSON.stringify(userRecord(voter));
  texts.set(voter, text);
  return text;
}
