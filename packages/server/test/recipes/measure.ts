import { isDeepStrictEqual } from 'node:util';
import type { Gain } from './gains.ts';
import type { State, UserState } from './state.ts';
import type { Treasury } from './treasury.ts';

/** Whom a thief can act as: new users, and users with a new credential or contact. Nobody else changes anything meanwhile. */
export function takenUsers(before: State, after: State): UserState[] {
  const old = new Map(before.users.map((user) => [user.id, user]));
  return after.users.filter((user) => {
    const was = old.get(user.id);
    if (!was) return true;
    const hasNew = (contact: 'email' | 'phoneNumber') => user[contact] !== null && user[contact] !== was[contact];
    return user.credentials.some((one) => !was.credentials.includes(one)) || hasNew('email') || hasNew('phoneNumber');
  });
}

/** What a thief who started as one user has gained in an organization. */
export function measure(before: State, after: State, { tags }: Treasury, startId: string): Gain[] {
  const old = new Map(before.users.map((user) => [user.id, user]));
  const taken = takenUsers(before, after);
  const others = taken.flatMap(({ id }) => (id === startId ? [] : (old.get(id) ?? [])));
  const changed = after.rules.filter(({ id }) => before.rules.some((rule) => rule.id === id));
  const isPowerful = ({ id, tags: now }: UserState) =>
    Object.values(tags).some((tag) => now.includes(tag) && !old.get(id)?.tags.includes(tag));
  const rootUsers = ({ users }: State) => users.filter(({ id }) => old.get(id)?.isRoot && id !== startId);
  const gains: readonly (readonly [Gain, boolean])[] = [
    ['root', !isDeepStrictEqual(rootUsers(after), rootUsers(before)) || !isDeepStrictEqual(changed, before.rules)],
    ['an approver', others.some(({ isRoot }) => !isRoot) || after.users.some(isPowerful)],
    ['settings', !isDeepStrictEqual(after.settings, before.settings)],
  ];
  return gains.flatMap(([gain, isGained]) => (isGained ? gain : []));
}
