import type { FindHandler, InputsContext } from '../../core/handlers/implement.ts';
import type { Turns } from '../../core/limits/turns.ts';
import { ActivityFailure, ApiError, endsActivity } from '../../core/model/api-error.ts';
import { Memo } from '../../core/model/memo.ts';
import type { Organization } from '../../core/model/organization.ts';
import { shareOf } from '../../core/model/share.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Execution } from '../../core/requests/read-activity.ts';
import { UncompiledPolicies } from '../../policies/sets/uncompiled-policies.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { batched } from '../../storage/store/batched.ts';
import type { Database } from '../../storage/store/database.ts';
import { readFirst } from '../../storage/store/read-first.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { type ActivityRequest, activityIdOf } from '../decision/activity-request.ts';
import { decide } from '../decision/decide.ts';
import { compiledFor } from '../decision/request-evaluations.ts';
import { requireRoom } from '../decision/require-room.ts';
import { readState, type State } from '../decision/state.ts';
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

/** How many looks at one organization may be in flight, and as many for each source of anonymous requests. */
const maxInFlight = 2;
const maxBatches = 1_000;
/** How often a request is looked at because its policies have changed and have to be compiled. */
const maxTries = 4;

/**
 * Looks at requests without a lock. Those of one organization that wait at the same moment share one read of its state, and so do
 * anonymous ones from one source.
 */
export class Looks {
  readonly #options: LooksOptions;
  readonly #batches = new BoundedMap<(request: ActivityRequest) => Promise<Read>>(maxBatches);

  constructor(options: LooksOptions) {
    this.#options = options;
  }

  /** Undefined if the request does not run an activity that has to be prepared. */
  async look(request: ActivityRequest): Promise<Look | undefined> {
    const { organization, caller } = request;
    const key = `${organization.id} ${caller.source ?? ''}`;
    const known = this.#batches.get(key);
    const readInBatch = known ?? batched((requests) => this.#readForAll(organization, requests), maxInFlight);
    if (!known) this.#batches.set(key, readInBatch);
    for (let tries = 0; tries < maxTries; tries++) {
      const looked = await (await readInBatch(request)).looked;
      if (looked.status === 'fulfilled') return looked.value;
      if (!(looked.reason instanceof UncompiledPolicies)) throw looked.reason;
      // No connection is held here.
      await request.evaluations.compile(looked.reason, this.#options.services);
    }
    throw new ApiError('CONCURRENT_CHANGE');
  }

  async #readForAll(organization: Organization, requests: readonly ActivityRequest[]): Promise<Read[]> {
    try {
      return await this.#readTogether(organization, requests);
    } catch (error) {
      // A statement of one of them failed.
      const isOfOne = error instanceof StoreError && error.code === 'QUERY_FAILED';
      if (requests.length === 1 || !isOfOne) throw error;
      const each = await Promise.allSettled(requests.map((request) => this.#readTogether(organization, [request])));
      return each.map((one) => (one.status === 'rejected' ? { looked: Promise.resolve(one) } : (one.value[0] as Read)));
    }
  }

  async #readTogether(organization: Organization, requests: readonly ActivityRequest[]): Promise<Read[]> {
    const { database, services, turns } = this.#options;
    const givenBack = Promise.withResolvers<void>();
    const caller = requests[0]?.caller ?? { credentialId: '' };
    const read = await turns.run(shareOf(organization, caller), () =>
      database.query(async (sql) => {
        const state = await readState({ sql, services, organization }, requests, { isLocked: false });
        // One context for all of them: what several need, such as the key that they sign with, is read once.
        const compiled = compiledFor(requests);
        const context = { sql, services, organization: state.organization, compiled, reads: new Memo() };
        const looks = requests.map((request) =>
          readFirst(givenBack.promise, (letGo) => this.#lookAt(context, state, request, letGo)),
        );
        await Promise.allSettled(looks.map(({ reads }) => reads));
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
    letGo: () => Promise<void>,
  ): Promise<Look | undefined> {
    const { services, findHandler } = this.#options;
    const inputs = new EarlyInputs(context);
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
