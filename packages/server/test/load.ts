import { setTimeout as pause } from 'node:timers/promises';
import { type ActivityUnit, registry } from '@mintmark/schema';
import { createP256Stamper } from '@mintmark/stamper';
import type { Random } from '@mintmark/testing/random';
import type { Entry, Ledger } from './ledger.ts';
import { type Actor, newKey } from './service.ts';

/** The answer to a request over HTTP; undefined if the connection broke. */
export interface HttpReply {
  readonly status: number;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what an answer holds.
  readonly json: any;
}

/** Sends a body as it is, once. */
export async function post(
  url: string,
  { actor, operation, body }: Pick<Entry, 'actor' | 'operation' | 'body'>,
): Promise<HttpReply | undefined> {
  const { name, value } = await actor.stamper.stamp(body);
  const path = Object.values(registry).find((unit) => unit.name === operation)?.path;
  try {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers: { [name]: value }, body });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      json: JSON.parse(await response.text()),
    };
  } catch {
    return undefined;
  }
}

/** Sends a body until it is answered: under load, the service may refuse it for a moment. The same body is the same activity. */
export async function postPatiently(...request: Parameters<typeof post>): Promise<HttpReply | undefined> {
  let reply = await post(...request);
  for (let tries = 1; tries < 100 && (reply === undefined || reply.status === 503); tries++) {
    await pause(250);
    reply = await post(...request);
  }
  return reply;
}

/** The root user that a first start wrote to `root.json`. */
export function rootActor(text: string): Actor {
  const { organizationId, userId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = JSON.parse(text);
  return { organizationId, userId, publicKey, stamper: createP256Stamper({ publicKey, privateKey }) };
}

interface LoadOptions {
  readonly url: string;
  readonly root: Actor;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly callers?: number;
  readonly enough: number;
}

let count = 0;

/** Concurrent callers. Each works in organizations that it creates, until it is refused or told to stop. */
export class Load {
  readonly #options: LoadOptions;
  readonly #callers: Promise<void>[];
  #isStopped = false;
  #acknowledged = 0;
  readonly #enough = Promise.withResolvers<void>();
  /** Answers other than success. */
  readonly refusals: HttpReply[] = [];

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#callers = Array.from({ length: options.callers ?? 8 }, () => this.#call());
    void Promise.all(this.#callers).then(() => this.#enough.reject(new Error('too little was acknowledged')));
  }

  /** Resolves when as many requests were acknowledged as were asked for. */
  get hasEnough(): Promise<void> {
    return this.#enough.promise;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#callers);
  }

  async #call(): Promise<void> {
    while (await this.#organization());
  }

  /** Fills one organization, within its limits; the result is whether every request was answered. */
  async #organization(): Promise<boolean> {
    const { root, random } = this.#options;
    const needsTwo = random(2) === 0;
    const name = newName();
    const keys = [newKey(), newKey()] as const;
    const rootUsers = keys.map(({ apiKey }, index) => ({ ...userNamed(`${name} ${index}`), apiKeys: [apiKey] }));
    const parameters = { subOrganizationName: name, rootUsers, rootQuorumThreshold: needsTwo ? 2 : 1 };
    const effects = [name, ...rootUsers.map(({ userName }) => userName)];
    const made = await this.#submit(root, 'create_sub_organization', parameters, effects);
    if (!made) return false;
    const { subOrganizationId: organizationId, rootUserIds } = made.createSubOrganizationResultV8;
    const [first, second] = keys.map((key, index) => ({ ...key, organizationId, userId: rootUserIds[index] }));
    for (let left = 9; left > 0; left--) {
      if (this.#isStopped || !(await this.#step(first as Actor, second as Actor, needsTwo))) return false;
    }
    return true;
  }

  async #step(first: Actor, second: Actor, needsTwo: boolean): Promise<boolean> {
    const { random } = this.#options;
    const name = newName();
    const { apiKey } = newKey();
    if (random(4) === 0) {
      const parameters = { apiKeys: [{ ...apiKey, apiKeyName: name }], userId: first.userId };
      return Boolean(await this.#submit(first, 'create_api_keys', parameters, [name]));
    }
    const [operation, parameters] =
      random(2) === 0
        ? // Those for nobody share transactions with those of other organizations.
          (['create_user_tag', { userTagName: name, userIds: random(4) === 0 ? [first.userId] : [] }] as const)
        : (['create_users', { users: [{ ...userNamed(name), apiKeys: [apiKey], userTags: [] }] }] as const);
    return Boolean(await this.#submit(first, operation, parameters, [name], needsTwo ? second : undefined));
  }

  /** Submits an activity, has it approved if needed, and returns the result. */
  async #submit(
    actor: Actor,
    operation: string,
    parameters: object,
    effects: readonly string[],
    approver?: Actor,
    // biome-ignore lint/suspicious/noExplicitAny: what a result holds depends on the operation.
  ): Promise<any> {
    const { ledger, random } = this.#options;
    const body = bodyOf(actor, operation, parameters);
    const fingerprint = ledger.expect(body, effects, approver !== undefined);
    const submitted = await this.#send({ actor, operation, body, fingerprint });
    if (!submitted || !approver) return submitted?.result;
    const approval = random(2)
      ? { operation, body }
      : { operation: 'approve_activity', body: bodyOf(approver, 'approve_activity', { fingerprint }) };
    return (await this.#send({ ...approval, actor: approver, fingerprint }))?.result;
  }

  async #send(entry: Entry): Promise<Entry['answer']> {
    this.#options.ledger.add(entry);
    const reply = await post(this.#options.url, entry);
    if (reply?.status !== 200) {
      if (reply) this.refusals.push(reply);
      return undefined;
    }
    if (++this.#acknowledged >= this.#options.enough) this.#enough.resolve();
    entry.answer = reply.json.activity;
    return entry.answer;
  }
}

export function bodyOf({ organizationId }: Actor, operation: string, parameters: object): string {
  const { type } = Object.values(registry).find(({ name }) => name === operation) as ActivityUnit;
  return JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters });
}

const newName = () => `Load ${++count}`;
const userNamed = (userName: string) => ({ userName, authenticators: [], oauthProviders: [] });
