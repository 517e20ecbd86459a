import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Actor,
  credentials,
  newKeys,
  query,
  stampedRequest,
  submissionBody,
  submitPath,
} from '../load/stamped-requests.ts';
import { type Delivery, WrongAnswer } from './delivery.ts';
import { pick, type Random } from './random.ts';

/** The members of an activity that never change once it has ended. */
interface Activity {
  readonly id: string;
  readonly status: string;
  readonly fingerprint: string;
  readonly result: object;
}

/** What a caller has created and not deleted, by ID. */
type Things = Map<string, string>;

const completed = 'ACTIVITY_STATUS_COMPLETED';
const rejected = 'ACTIVITY_STATUS_REJECTED';
/** An organization may have ten tags. */
const maxThings = 8;
const longestPauseMs = 60;
const fingerprintOf = (body: string) => `sha256:${createHash('sha256').update(body).digest('hex')}`;

/**
 * The only caller that changes its organization. It therefore knows the expected state after each acknowledged change, and
 * compares every answer with it. If the organization has two root users, both have to approve a change.
 */
export class GoodCaller {
  readonly #first: Actor;
  readonly #second: Actor | undefined;
  /** Two, because a request may be sent to both processes at the same time. */
  readonly #deliveries: readonly [Delivery, Delivery];
  readonly #random: Random;
  readonly #tags: Things = new Map();
  readonly #users: Things = new Map();
  /** The acknowledged activities, by ID. */
  readonly #ledger = new Map<string, Activity>();
  #userId: string | undefined;
  #names = 0;
  /** The number of correct answers. */
  answers = 0;

  constructor(roots: readonly Actor[], deliveries: readonly [Delivery, Delivery], random: Random) {
    [this.#first, this.#second] = roots as [Actor, Actor?];
    this.#deliveries = deliveries;
    this.#random = random;
  }

  /** The number of acknowledged activities. */
  get acknowledged(): number {
    return this.#ledger.size;
  }

  /** Works until `isOver` is true; throws at the first wrong answer. */
  async work(isOver: () => boolean): Promise<void> {
    const steps = [
      () => this.#whoami(),
      () => this.#tag(),
      () => this.#tag(),
      () => this.#user(),
      () => this.#listTags(),
      () => this.#listUsers(),
      () => this.#readAgain(),
    ];
    while (!isOver()) {
      await pick(this.#random, steps)();
      await setTimeout(this.#random(longestPauseMs));
    }
  }

  /** Compares all stored activities with the acknowledged ones; throws if they differ. */
  async checkLedger(): Promise<void> {
    const left = new Map(this.#ledger);
    let after = '';
    for (;;) {
      const { activities } = await this.#ask('list_activities', { paginationOptions: { limit: '100', after } });
      if (activities.length === 0) break;
      for (const activity of activities) {
        const known = left.get(activity.id);
        if (!known && this.#ledger.has(activity.id)) throw new WrongAnswer(`${activity.id} is listed twice`);
        if (!known) throw new WrongAnswer(`${activity.id} (${activity.status}) was never acknowledged`);
        this.#compare(activity, known);
        left.delete(activity.id);
      }
      after = activities.at(-1).id;
    }
    const [lost] = left.values();
    if (lost) throw new WrongAnswer(`lost ${left.size} activities, one of them ${lost.id}, which was ${lost.status}`);
    await this.#listTags();
    await this.#listUsers();
  }

  async #whoami(): Promise<void> {
    const { organizationId, userId } = await this.#ask('whoami');
    this.#userId ??= userId;
    if (organizationId !== this.#first.organizationId || userId !== this.#userId)
      throw new WrongAnswer(`whoami: ${userId} of ${organizationId}, not ${this.#userId}`);
  }

  #tag(): Promise<void> {
    if (this.#deletes(this.#tags)) return this.#delete(this.#tags, 'delete_user_tags', 'userTagIds');
    const userTagName = `Tag ${++this.#names}`;
    return this.#create(this.#tags, userTagName, 'create_user_tag', 'CREATE_USER_TAG', { userTagName, userIds: [] });
  }

  #user(): Promise<void> {
    if (this.#deletes(this.#users)) return this.#delete(this.#users, 'delete_users', 'userIds');
    const userName = `User ${++this.#names}`;
    const [key] = newKeys(1) as [Actor['key']];
    const users = [{ userName, ...credentials(key), userTags: [] }];
    return this.#create(this.#users, userName, 'create_users', 'CREATE_USERS_V4', { users });
  }

  #deletes(things: Things): boolean {
    return things.size > 0 && (things.size >= maxThings || this.#random(2) === 0);
  }

  async #create(things: Things, name: string, operation: string, type: string, parameters: object): Promise<void> {
    const { status, result } = await this.#change(operation, type, parameters);
    if (status !== completed) return;
    // A tag has one id, users have a list of them.
    const [id] = Object.values(Object.values(result)[0]).flat() as [string];
    things.set(id, name);
  }

  async #delete(things: Things, operation: string, member: string): Promise<void> {
    const id = pick(this.#random, [...things.keys()]);
    const { status } = await this.#change(operation, operation.toUpperCase(), { [member]: [id] });
    if (status === completed) things.delete(id);
  }

  /** Submits an activity, votes on it if two approvals are needed, and returns it when it has ended. */
  async #change(operation: string, type: string, parameters: object): Promise<Activity> {
    const path = submitPath(operation);
    const body = submissionBody(this.#first, type, parameters);
    const fingerprint = fingerprintOf(body);
    const submitted = await this.#submit(await stampedRequest(this.#first, path, body), fingerprint);
    const second = this.#second;
    let activity = submitted;
    let expected = completed;
    if (second) {
      const vote = (name: 'approve_activity' | 'reject_activity') =>
        stampedRequest(second, submitPath(name), submissionBody(second, name.toUpperCase(), { fingerprint }));
      const kind = this.#random(5);
      expected = kind === 0 ? rejected : completed;
      if (kind === 0) activity = await this.#submit(await vote('reject_activity'), fingerprint);
      else if (kind < 3) activity = await this.#submit(await vote('approve_activity'), fingerprint);
      // The same body stamped by another root user also counts as an approval.
      else activity = await this.#submit(await stampedRequest(second, path, body), fingerprint);
    }
    if (activity.id !== submitted.id) throw new WrongAnswer(`${operation}: ${activity.id}, not ${submitted.id}`);
    if (activity.status !== expected) throw new WrongAnswer(`${operation}: ${activity.status}, not ${expected}`);
    if (this.#ledger.has(activity.id)) throw new WrongAnswer(`${operation}: ${activity.id} is an older activity`);
    this.#ledger.set(activity.id, activity);
    return activity;
  }

  /** Sends a request to one process, or to both at the same time. Both must give the same answer. */
  async #submit(request: Buffer, fingerprint: string): Promise<Activity> {
    const target = this.#random(2);
    const deliveries = this.#random(4) === 0 ? this.#deliveries : this.#deliveries.slice(0, 1);
    const answers = await Promise.all(deliveries.map((delivery, index) => delivery.send(request, target + index)));
    const activities: Activity[] = answers.map(({ activity: { id, status, fingerprint, result } }) => {
      return { id, status, fingerprint, result };
    });
    const [one] = activities as [Activity];
    for (const activity of activities) {
      this.answers++;
      if (activity.fingerprint !== fingerprint) throw new WrongAnswer(`${activity.id} belongs to another body`);
      this.#compare(activity, one);
    }
    return one;
  }

  async #listTags(): Promise<void> {
    const { userTags } = await this.#ask('list_user_tags');
    const found = userTags.map(({ tagId, tagName }: Record<string, string>) => [tagId, tagName]);
    this.#compareThings('tags', found, this.#tags);
  }

  async #listUsers(): Promise<void> {
    const { users } = await this.#ask('list_users');
    const others = users.filter(({ userName }: { userName: string }) => userName !== 'Root');
    const found = others.map(({ userId, userName }: Record<string, string>) => [userId, userName]);
    this.#compareThings('users', found, this.#users);
  }

  async #readAgain(): Promise<void> {
    if (this.#ledger.size === 0) return;
    const known = pick(this.#random, [...this.#ledger.values()]);
    const { activity } = await this.#ask('get_activity', { activityId: known.id });
    this.#compare(activity, known);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the steps check the content of the answer.
  async #ask(operation: string, parameters: object = {}): Promise<any> {
    const answer = await this.#deliveries[0].send(await query(this.#first, operation, parameters), this.#random(2));
    this.answers++;
    return answer;
  }

  #compare(activity: Activity, known: Activity): void {
    for (const member of ['id', 'status', 'fingerprint', 'result'] as const) {
      if (isDeepStrictEqual(activity[member], known[member])) continue;
      const [one, other] = [activity[member], known[member]].map((value) => JSON.stringify(value));
      throw new WrongAnswer(`activity ${known.id}: its ${member} changed from ${other} to ${one}`);
    }
  }

  #compareThings(what: string, found: readonly (readonly [string, string])[], things: Things): void {
    const sorted = (pairs: Iterable<readonly [string, string]>) => [...pairs].map((pair) => pair.join(' ')).toSorted();
    const [is, known] = [sorted(found), sorted(things)];
    if (!isDeepStrictEqual(is, known)) throw new WrongAnswer(`${what}: found ${is}, expected ${known}`);
  }
}
