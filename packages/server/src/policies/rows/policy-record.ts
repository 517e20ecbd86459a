import type { Policy } from '@mintmark/schema/fields/policies/policy';
import type { z } from 'zod';
import { timestamp } from '../../core/model/timestamp.ts';
import type { PolicyRow } from './policy-row.ts';

/** A policy, as answers show it. */
export const policyRecord = (row: PolicyRow): z.output<typeof Policy> => ({
  policyId: row.id,
  policyName: row.name,
  effect: row.effect,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
  notes: row.notes,
  consensus: row.consensus,
  condition: row.condition,
  ...(row.time !== '' && { time: row.time }),
});
