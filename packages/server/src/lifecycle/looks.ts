import { BoundedMap } from '../cache/bounded-map.ts';
import { ActivityFailure, endsActivity } from '../contract/api-error.ts';
import type { FindHandler, InputsContext } from '../contract/implement.ts';
import type { Organization } from '../contract/organization.ts';
import type { Execution } from '../contract/read-activity.ts';
import type { Services } from '../contract/services.ts';
import type { Turns } from '../limits/turns.ts';
import { batched } from '../store/batched.ts';
import type { Database } from '../store/database.ts';
import { StoreError } from '../store/store-error.ts';
import { type ActivityRequest, activityIdOf } from './activity-request.ts';
import { decide } from './decide.ts';
import type { PreparedOf } from './preparation.ts';
import { readState, type State } from './state.ts';

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

type Looked = PromiseSettledResult<Look | undefined>;

/** How many looks at one organization may be in flight: a slow one does not hold up all others. */
const mostInFlight = 2;
const mostOrganizations = 1_000;

/** Looks at requests without a lock. Those of one organization that wait at the same moment share one read of its state. */
export class Looks {
  readonly #options: LooksOptions;
  readonly #batches = new BoundedMap<(request: ActivityRequest) => Promise<Looked>>(mostOrganizations);

  constructor(options: LooksOptions) {
    this.#options = options;
  }

  /** Undefined if the request does not run an activity that has to be prepared. */
  async look(request: ActivityRequest): Promise<Look | undefined> {
    const { organization } = request;
    const known = this.#batches.get(organization.id);
    const lookInBatch = known ?? batched((requests) => this.#lookAtAll(organization, requests), mostInFlight);
    if (!known) this.#batches.set(organization.id, lookInBatch);
    const looked = await lookInBatch(request);
    if (looked.status === 'rejected') throw looked.reason;
    return looked.value;
  }

  async #lookAtAll(organization: Organization, requests: readonly ActivityRequest[]): Promise<Looked[]> {
    try {
      return await this.#lookTogether(organization, requests);
    } catch (error) {
      // A statement of one of them failed.
      const isOfOne = error instanceof StoreError && error.code === 'QUERY_FAILED';
      if (requests.length === 1 || !isOfOne) throw error;
      const each = await Promise.allSettled(requests.map((request) => this.#lookTogether(organization, [request])));
      return each.map((one) => (one.status === 'rejected' ? one : (one.value[0] as Looked)));
    }
  }

  #lookTogether(organization: Organization, requests: readonly ActivityRequest[]): Promise<Looked[]> {
    const { database, services, turns } = this.#options;
    const credentialId = requests[0]?.caller.credentialId ?? '';
    return turns.run(organization.id, credentialId, () =>
      database.query(async (sql) => {
        const state = await readState({ sql, services, organization }, requests, { isLocked: false });
        // One context for all of them: what several need, such as the key that they sign with, is read once.
        const context = { sql, services, organization: state.organization };
        return Promise.allSettled(requests.map((request) => this.#lookAt(context, state, request)));
      }),
    );
  }

  async #lookAt(context: InputsContext, state: State, request: ActivityRequest): Promise<Look | undefined> {
    const { services, findHandler } = this.#options;
    const verdict = await decide(request, state, { context, findHandler, now: services.clock() });
    if (verdict.next !== 'run' || !verdict.execution.phases) return undefined;
    const { phases } = verdict.execution;
    const isApproval = verdict.existing !== undefined;
    const activityId = activityIdOf(request, verdict.existing);
    try {
      const inputs = await phases.inputs(context);
      return { phases, of: { activityId, inputs }, isApproval, wantsProofs: verdict.wantsProofs };
    } catch (error) {
      // The commit reads them again, and stores this failure.
      if (error instanceof ActivityFailure || (isApproval && endsActivity(error))) return undefined;
      throw error;
    }
  }
}
