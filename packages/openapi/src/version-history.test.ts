import {
  type ActivityUnit,
  defineActivity,
  defineVote,
  examples,
  needsServer,
  superseded,
  version,
} from '@mintmark/schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { versionHistory } from './version-history.ts';

const name = z.string().describe('A name.');
const activity = (upgrade: (() => { name: string }) | ReturnType<typeof needsServer>) =>
  defineActivity(
    'make_probe',
    {
      tag: 'Proofs',
      summary: 'Probe',
      description: 'A probe.',
      intent: version(2, z.strictObject({ name })),
      result: version(1, z.object({ name })),
      policy: { resource: 'USER', action: 'CREATE' },
      example: { parameters: { name: 'x' }, result: { name: 'x' } },
    },
    superseded(1, { change: 'Version 2 asks for the name.', parameters: z.strictObject({}), upgrade, example: {} }),
  ) as unknown as ActivityUnit;

test('default', () => {
  expect(versionHistory(activity(() => ({ name: 'x' })))).toEqual([
    {
      type: 'ACTIVITY_TYPE_MAKE_PROBE_V2',
      intentKey: 'makeProbeIntentV2',
      resultKey: 'makeProbeResult',
      status: 'current',
    },
    {
      type: 'ACTIVITY_TYPE_MAKE_PROBE',
      intentKey: 'makeProbeIntent',
      resultKey: 'makeProbeResult',
      status: 'superseded',
      change: 'Version 2 asks for the name.',
      upgrade: 'automatic',
      example: {},
      resultExample: { name: 'x' },
      parameters: {
        type: 'object',
        description: 'The parameters of ACTIVITY_TYPE_MAKE_PROBE.',
        properties: {},
        additionalProperties: false,
      },
      result: {
        type: 'object',
        description: 'The result of a completed ACTIVITY_TYPE_MAKE_PROBE.',
        properties: { name: { type: 'string', description: 'A name.' } },
        required: ['name'],
      },
    },
  ]);
});

test('behavior: a vote has no result key', () => {
  const vote = defineVote('make_vote', {
    tag: 'Proofs',
    summary: 'Vote',
    description: 'A vote.',
    selection: 'VOTE_SELECTION_APPROVED',
    intent: version(1, z.strictObject({ name })),
    example: { parameters: { name: 'x' }, activity: examples.activity },
  }) as unknown as ActivityUnit;
  expect(versionHistory(vote)).toEqual([
    { type: 'ACTIVITY_TYPE_MAKE_VOTE', intentKey: 'makeVoteIntent', status: 'current' },
  ]);
});

test('behavior: an upgrade by the server says why', () => {
  expect(versionHistory(activity(needsServer('Only the server knows the name.')))[1]).toMatchObject({
    upgrade: 'by the server',
    needsServer: 'Only the server knows the name.',
  });
});
