import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FindHandler, InputsContext } from '../../core/handlers/implement.ts';
import { ReadBatches, Reads } from '../../core/handlers/reads.ts';
import { Line } from '../../core/limits/line.ts';
import { Rotation } from '../../core/limits/rotation.ts';
import type { Turns } from '../../core/limits/turns.ts';
import { ActivityFailure, ApiError, endsActivity } from '../../core/model/api-error.ts';
import { type Share, shareOf, shareOfTenant } from '../../core/model/share.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Execution } from '../../core/requests/read-activity.ts';
import { UncompiledPolicies } from '../../policies/sets/uncompiled-policies.ts';
import type { Database } from '../../storage/store/database.ts';
import { readFirst } from '../../storage/store/read-first.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { type ActivityRequest, activityIdOf } from '../decision/activity-request.ts';
import { decide } from '../decision/decide.ts';
import { compiledFor } from '../decision/request-evaluations.ts';
import { requireRoom } from '../decision/require-room.ts';
import { readStates, type State } from '../decision/state.ts';
import { EarlyInputs } from './early-inputs.ts';
import type { PreparedOf } from './preparation.ts';

/** What an activity that may run has to be prepared for. */
export interface Look {
  readonly phases: NonNullable<Execution['phases']>;
  readonly of: PreparedOf;
  /** Whether the request approves an activity that was submitted before. */
  readonly isApproval: boolean;
  readonly wantsProofs: boolean;
}

interface LooksOptions {
  readonly database: Database;
  readonly services: Services;
  readonly turns: Turns;
  readonly findHandler: FindHandler;
}

/** What was read for a look. The rest of it needs no connection, so that of one request does not hold up others. */
interface Read {
  readonly looked: Promise<PromiseSettledResult<Look | undefined>>;
}

interface WaitingLook {
  readonly request: ActivityRequest;
  readonly resolve: (read: Read) => void;
  readonly refuse: (error: unknown) => void;
}

/** Those who wait for a look at one organization. Anonymous requests wait apart, by where they came from. */
interface WaitingLooks {
  readonly key: string;
  readonly source: string;
  readonly line: Line<WaitingLook>;
}

/** Looks that may share a read: those of a tenant, or only those that wait for one organization. */
interface Neighbours {
  readonly name: string;
  /** Its turns are its own: a source that has used up its turns does not hold up the others. */
  readonly share: Share;
  readonly rotation: Rotation<WaitingLooks>;
  inFlight: number;
  isCollecting: boolean;
}

/** How many of their batches may be in flight, so that a slow one does not hold up the others. */
const maxInFlight = 2;
const maxInBatch = 64;
const maxWaiting = 512;
/** How often a request is looked at because its policies have changed and have to be compiled. */
const maxTries = 4;

/**
 * Looks at requests without a lock. Those of one tenant that wait at the same moment share one read, whichever organizations they are
 * about. The organizations take turns.
 */
export class Looks {
  readonly #options: LooksOptions;
  readonly #waiting = new Map<string, WaitingLooks>();
  readonly #neighbours = new Map<string, Neighbours>();

  constructor(options: LooksOptions) {
    this.#options = options;
  }

  /** Undefined if the request does not run an activity that has to be prepared. */
  async look(request: ActivityRequest): Promise<Look | undefined> {
    for (let tries = 0; tries < maxTries; tries++) {
      const looked = await (await this.#read(request)).looked;
      if (looked.status === 'fulfilled') return looked.value;
      if (!(looked.reason instanceof UncompiledPolicies)) throw looked.reason;
      // No connection is held here.
      await request.evaluations.compile(looked.reason, this.#options.services);
    }
    throw new ApiError('CONCURRENT_CHANGE');
  }

  #read(request: ActivityRequest): Promise<Read> {
    const { organization, caller } = request;
    const { promise, resolve, reject: refuse } = Promise.withResolvers<Read>();
    const share = shareOf(organization, caller);
    const { source } = share;
    const key = `${organization.id} ${source}`;
    const neighbours = this.#neighboursOf(share, key);
    const waiting = this.#waiting.get(key) ?? { key, source, line: new Line(maxWaiting) };
    waiting.line.add(caller.credentialId, { request, resolve, refuse });
    this.#waiting.set(key, waiting);
    neighbours.rotation.add(source, waiting);
    void this.#readNext(neighbours);
    return promise;
  }

  /** On a distributed database the rows of two organizations may be on different machines. */
  #neighboursOf(share: Share, key: string): Neighbours {
    const { isDistributed } = this.#options.services.distribution;
    const name = isDistributed ? key : share.tenantId;
    const neighbours = this.#neighbours.get(name) ?? {
      name,
      share: isDistributed ? share : shareOfTenant(share.tenantId),
      ...{ rotation: new Rotation<WaitingLooks>(), inFlight: 0, isCollecting: false },
    };
    this.#neighbours.set(name, neighbours);
    return neighbours;
  }

  async #readNext(neighbours: Neighbours): Promise<void> {
    if (neighbours.isCollecting || neighbours.inFlight >= maxInFlight || !neighbours.rotation.first) return;
    neighbours.isCollecting = true;
    // Requests that arrive together are looked at together.
    await nextTurn();
    neighbours.isCollecting = false;
    const looks = this.#collect(neighbours.rotation);
    neighbours.inFlight++;
    void this.#readNext(neighbours);
    const requests = looks.map(({ request }) => request);
    const [read] = await Promise.allSettled([this.#readForAll(requests, neighbours.share)]);
    for (const [index, { resolve, refuse }] of looks.entries())
      if (read.status === 'fulfilled') resolve(read.value[index] as Read);
      else refuse(read.reason);
    neighbours.inFlight--;
    const isIdle = neighbours.inFlight === 0 && !neighbours.isCollecting && !neighbours.rotation.first;
    if (isIdle) this.#neighbours.delete(neighbours.name);
    else void this.#readNext(neighbours);
  }

  /** Takes looks in turns. */
  #collect(rotation: Rotation<WaitingLooks>): WaitingLook[] {
    const looks: WaitingLook[] = [];
    for (let next = rotation.take(); next; next = looks.length < maxInBatch ? rotation.take() : undefined) {
      const { key, source, line } = next;
      const one = line.take();
      if (one) looks.push(one);
      if (line.length > 0) rotation.add(source, next);
      else this.#waiting.delete(key);
    }
    return looks;
  }

  async #readForAll(requests: readonly ActivityRequest[], share: Share): Promise<Read[]> {
    try {
      return await this.#readTogether(requests, share);
    } catch (error) {
      // A statement of one of them failed.
      const isOfOne = error instanceof StoreError && error.code === 'QUERY_FAILED';
      if (requests.length === 1 || !isOfOne) throw error;
      await this.#options.services.distribution.checkAfter(error);
      const each = await Promise.allSettled(requests.map((request) => this.#readTogether([request], share)));
      return each.map((one) => (one.status === 'rejected' ? { looked: Promise.resolve(one) } : (one.value[0] as Read)));
    }
  }

  async #readTogether(requests: readonly ActivityRequest[], share: Share): Promise<Read[]> {
    const { database, services, turns } = this.#options;
    const givenBack = Promise.withResolvers<void>();
    const read = await turns.run(share, () =>
      database.query(async (sql) => {
        const asks = Array.from(Map.groupBy(requests, ({ organization }) => organization.id).values(), (those) => ({
          organization: (those[0] as ActivityRequest).organization,
          requests: those,
        }));
        const states = readStates({ sql, services }, asks);
        // One context for all that are about an organization: what several need, such as the key that they sign with, is read once.
        const compiled = compiledFor(requests);
        const batches = new ReadBatches();
        const contexts = new Map(
          asks.map(({ organization }) => [
            organization.id,
            { sql, services, organization, compiled, reads: new Reads(batches) },
          ]),
        );
        const looks = requests.map((request) => {
          const context = contexts.get(request.organization.id) as InputsContext;
          // They are read together with the state, before anything is decided.
          const inputs = new EarlyInputs(context);
          if ('execution' in request) void inputs.read(request.execution);
          return readFirst(givenBack.promise, async (letGo) => {
            const state = (await states).get(request.organization.id);
            if (!state) throw new ApiError('ORGANIZATION_NOT_FOUND');
            if (state.status === 'rejected') throw state.reason;
            return this.#lookAt(
              { ...context, organization: state.value.organization },
              state.value,
              request,
              inputs,
              letGo,
            );
          });
        });
        await Promise.allSettled(looks.map(({ reads }) => reads));
        // A statement that fails takes those with it that were sent with it.
        await states;
        return looks.map(({ result }) => ({ looked: settled(result) }));
      }),
    );
    givenBack.resolve();
    return read;
  }

  /** @param letGo Called when everything is read. It resolves when no connection is held: policies are evaluated after it. */
  async #lookAt(
    context: InputsContext,
    state: State,
    request: ActivityRequest,
    inputs: EarlyInputs,
    letGo: () => Promise<void>,
  ): Promise<Look | undefined> {
    const { services, findHandler } = this.#options;
    const beforeAsking = async (execution: Execution) => {
      await inputs.read(execution);
      await letGo();
    };
    const now = services.clock();
    const verdict = await decide(request, state, { context, findHandler, now, isLocked: false, beforeAsking });
    if (verdict.next !== 'run' || !verdict.execution.phases) return undefined;
    requireRoom(services, state, request, verdict);
    const { phases } = verdict.execution;
    const isApproval = verdict.existing !== undefined;
    const activityId = activityIdOf(request, verdict.existing);
    try {
      const of = { activityId, inputs: await inputs.of(verdict.execution) };
      return { phases, of, isApproval, wantsProofs: verdict.wantsProofs };
    } catch (error) {
      // The commit reads them again, and stores this failure.
      if (error instanceof ActivityFailure || (isApproval && endsActivity(error))) return undefined;
      throw error;
    }
  }
}

/** Never rejects, so that nobody has to wait for it immediately. */
async function settled<Result>(result: Promise<Result>): Promise<PromiseSettledResult<Result>> {
  const [one] = await Promise.allSettled([result]);
  return one;
}
