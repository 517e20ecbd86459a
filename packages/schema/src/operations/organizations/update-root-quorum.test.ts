import { describe, expect, test } from 'vitest';
import { objections } from '../../../test/objections.ts';
import { activities, examples } from '../../index.ts';

describe('root quorum', () => {
  const { userId, otherUserId } = examples;
  const updating = (threshold: unknown, userIds: unknown) =>
    objections(activities.update_root_quorum, { threshold, userIds });

  test('default: the threshold is at most the number of users', () => {
    expect(updating(1, [userId])).toEqual([]);
    expect(updating(1, [userId, otherUserId])).toEqual([]);
    expect(updating(2, [userId, otherUserId])).toEqual([]);
    expect(updating(2, [userId])).toEqual(['threshold: QUORUM_UNREACHABLE']);
    expect(updating(1, [])).toEqual(['threshold: QUORUM_UNREACHABLE']);
  });

  test('behavior: a user counts once, however often and in whatever case it is named', () => {
    expect(updating(2, [userId, userId])).toEqual(['threshold: QUORUM_UNREACHABLE']);
    expect(updating(2, [userId, userId.toUpperCase()])).toEqual(['threshold: QUORUM_UNREACHABLE']);
  });

  test.each([0, -1, 1.5, '1', 2 ** 31])('error: a threshold of %j', (threshold) => {
    expect(updating(threshold, [userId])).not.toEqual([]);
  });
});
