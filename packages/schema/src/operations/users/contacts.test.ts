import { describe, expect, test } from 'vitest';
import { objections } from '../../../test/objections.ts';
import { activities, examples } from '../../index.ts';

describe('contacts', () => {
  const { userId } = examples;

  test('default: the empty string removes', () => {
    expect(objections(activities.update_user_email, { userId, userEmail: '' })).toEqual([]);
    expect(objections(activities.update_user_phone_number, { userId, userPhoneNumber: '' })).toEqual([]);
  });

  test('error: nothing said, or the empty string where nothing can be removed', () => {
    expect(objections(activities.update_user_email, { userId })).toEqual(['userEmail: invalid_type']);
    expect(objections(activities.update_user_phone_number, { userId })).toEqual(['userPhoneNumber: invalid_type']);
    expect(objections(activities.update_user, { userId, userEmail: '' })).toEqual(['userEmail: invalid_format']);
  });
});
