import { openSessionCredential } from '@mintmark/stamper/bundles';
import type { PasscodeService } from '../passcodes.ts';
import { outcomeOf } from '../policies.ts';
import type { Actor, Reply } from '../service.ts';
import { type Attempt, attemptsOf, phases } from './attempts.ts';
import type { Gain } from './gains.ts';
import { logIn } from './log-in.ts';
import { lootOf } from './loot.ts';
import { measure, takenUsers } from './measure.ts';
import { readState, type State, type UserState } from './state.ts';
import { type CredentialKind, Thief } from './thief.ts';
import type { Treasury } from './treasury.ts';

/** What came of an attack. */
export interface Spoils {
  readonly gains: ReadonlySet<Gain>;
  /** How the requests ended, by the type of their activity. */
  readonly outcomes: ReadonlyMap<string, readonly string[]>;
}

/** A user whom the thief can act as. */
interface Member {
  readonly actor: Actor;
  readonly kind: CredentialKind;
  /** What decides what the member may do. What one member tried, another one with the same authority need not try. */
  readonly authority: string;
}

/** An activity that waits for approvals. */
interface Waiting {
  readonly fingerprint: string;
  readonly approvers: Set<Actor>;
}

/** How many requests are in flight. */
const width = 16;

/**
 * Attacks an organization with one credential of one user: tries everything as this user, and again as every user who was gained.
 * What waits for approvals gets those of all of them.
 *
 * @param isEnough Whether what was gained answers the question, so that no further user need try.
 * @param isDrawn Whether to send a request.
 */
export async function attack(
  rig: PasscodeService,
  treasury: Treasury,
  start: Actor,
  isEnough: (gains: ReadonlySet<Gain>) => boolean,
  isDrawn: (attempt: Attempt) => boolean = () => true,
): Promise<Spoils> {
  const { service } = rig;
  const thief = new Thief();
  const gains = new Set<Gain>();
  const outcomes = new Map<string, string[]>();
  const waiting: Waiting[] = [];
  const before = await readState(service, treasury.id);
  const isOld = ({ id }: UserState) => before.users.some((user) => user.id === id);
  const authorityOf = (user: UserState, kind: CredentialKind): string =>
    [
      isOld(user) ? user.id : 'a new user',
      user.organizationId === treasury.id,
      user.isRoot,
      ...user.tags,
      treasury.namesCredentials && kind,
    ].join();
  const crew: Member[] = before.users
    .filter(({ id }) => id === start.userId)
    .map((user) => ({ actor: start, kind: 'key', authority: authorityOf(user, 'key') }));

  async function note(by: Actor, reply: Reply): Promise<void> {
    const outcome = outcomeOf(reply);
    const { type } = JSON.parse(reply.body);
    outcomes.set(type, [...(outcomes.get(type) ?? []), outcome]);
    const { activity } = reply.json;
    if (outcome === 'CONSENSUS_NEEDED' && !waiting.some(({ fingerprint }) => fingerprint === activity.fingerprint))
      waiting.push({ fingerprint: activity.fingerprint, approvers: new Set([by]) });
    for (const gain of await lootOf(service, treasury, thief, reply)) gains.add(gain);
    const bundle = activity?.result?.createReadWriteSessionResultV2?.credentialBundle;
    if (bundle) thief.keep(await openSessionCredential(bundle, thief.target));
  }

  const sendAll = async <Item>(items: readonly Item[], send: (item: Item) => Promise<void>) => {
    for (let index = 0; index < items.length; index += width)
      await Promise.all(items.slice(index, index + width).map(send));
  };

  /** Lets all members approve what waits. Returns whether there was anything to approve. */
  async function approveAll(): Promise<boolean> {
    let isAny = false;
    await sendAll(waiting, async ({ fingerprint, approvers }) => {
      for (const { actor } of crew) {
        if (approvers.has(actor)) continue;
        approvers.add(actor);
        isAny = true;
        await note(actor, await service.submit(actor, 'approve_activity', { fingerprint }));
      }
    });
    return isAny;
  }

  /** Sees what was gained. Whoever can be acted as joins. */
  async function takeStock(by: Actor): Promise<void> {
    let now = await readState(service, treasury.id);
    recruit(now);
    const others = takenUsers(before, now).filter(({ id }) => !crew.some(({ actor }) => actor.userId === id));
    for (const user of others) for (const reply of await logIn(rig, thief, by, user)) await note(by, reply);
    if (others.length > 0) now = await readState(service, treasury.id);
    recruit(now);
    for (const gain of measure(before, now, treasury, start.userId)) gains.add(gain);
  }

  function recruit({ users }: State): void {
    for (const user of users)
      for (const credential of user.credentials) {
        const own = thief.credential(credential);
        if (!own || crew.some(({ actor, kind }) => actor.userId === user.id && kind === own.kind)) continue;
        // Users of its own sub-organizations try it in the organization.
        const actor = { organizationId: treasury.id, userId: user.id, publicKey: credential, stamper: own.stamper };
        crew.push({ actor, kind: own.kind, authority: authorityOf(user, own.kind) });
      }
  }

  /** Whom requests are about: the user itself, one of the new users, and those who were there, as far as they differ. */
  function targetsOf({ users }: State, { userId }: Actor): UserState[] {
    const here = users.filter(({ organizationId }) => organizationId === treasury.id);
    const added = here.find((user) => !isOld(user) && user.id !== userId);
    const alike = [treasury.users.bystander, treasury.users['second administrator']].map((actor) => actor.userId);
    return here.filter((user) => user.id === userId || user === added || (isOld(user) && !alike.includes(user.id)));
  }

  const tried = new Set<string>();
  // It grows meanwhile.
  for (const { actor, authority } of crew) {
    if (tried.has(authority)) continue;
    if (isEnough(gains)) break;
    tried.add(authority);
    const targets = targetsOf(await readState(service, treasury.id), actor);
    const attempts = attemptsOf({ treasury, thief, actor, targets }).filter(isDrawn);
    for (const phase of phases) {
      await sendAll(
        attempts.filter((attempt) => attempt.phase === phase),
        async ({ operation, body }) => note(actor, await service.send(actor, operation, body)),
      );
      await takeStock(actor);
      if (await approveAll()) await takeStock(actor);
    }
  }
  return { gains, outcomes };
}
