import {
  activitiesSince,
  type PastActivity,
  readPastActivities,
  readProxyUser,
} from '@mintmark/server/activities/dry-run/past-activities';
import { type Ruling, rule } from '@mintmark/server/activities/dry-run/ruling';
import type { ActivityRow } from '@mintmark/server/activities/record/activity-row';
import type { FindHandler, PolicyContext } from '@mintmark/server/core/handlers/implement';
import { ApiError } from '@mintmark/server/core/model/api-error';
import type { PolicySet } from '@mintmark/server/core/ports/policy-sets';
import type { OrganizationRow } from '@mintmark/server/identity/organizations/organization-row';
import type { Database } from '@mintmark/server/storage/store/database';
import { readInBatches } from '@mintmark/server/storage/store/read-in-batches';

/** An activity of the past, and what becomes of it under two sets of policies. */
export type Replayed = Pick<PastActivity, 'row' | 'user'> &
  ({ readonly present: Ruling; readonly proposed: Ruling } | { readonly problem: string });

export interface ReplayOptions {
  readonly database: Database;
  readonly services: PolicyContext['services'];
  readonly findHandler: FindHandler;
  readonly organization: OrganizationRow;
  /** The policies to compare with those of the organization. */
  readonly proposed: PolicySet;
  readonly since: Date;
}

/** A body may have 256 KiB. */
const batchSize = 100;

/** Asks two sets of policies about the activities since a time, oldest first. It writes nothing. */
export async function* replay(options: ReplayOptions): AsyncGenerator<Replayed> {
  const { database, services, findHandler, organization, since } = options;
  const proxyUserId = await database.query((sql) => readProxyUser({ sql, services, organization }, organization));
  const batches = readInBatches<ActivityRow>(batchSize, (last, max) =>
    database.query((sql) => activitiesSince({ sql, organization }, since, { last, max })),
  );
  for await (const rows of batches) {
    const past = await database.query((sql) =>
      readPastActivities({ sql, services, organization }, { organization, proxyUserId }, rows, findHandler),
    );
    for (const activity of past)
      yield await database.query((sql) => compare({ sql, services, organization }, activity, options));
  }
}

async function compare(
  context: PolicyContext,
  { row, user, question }: PastActivity,
  { proposed }: Pick<ReplayOptions, 'proposed'>,
): Promise<Replayed> {
  if (typeof question === 'string') return { row, user, problem: question };
  try {
    return {
      row,
      user,
      present: await rule(context, question),
      proposed: await rule(context, { ...question, policies: proposed }),
    };
  } catch (error) {
    // What it is about may be gone by now.
    if (error instanceof ApiError) return { row, user, problem: error.message };
    throw error;
  }
}
