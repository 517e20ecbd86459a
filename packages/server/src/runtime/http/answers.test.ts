import { type ErrorName, errors } from '@mintmark/schema';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../core/model/api-error.ts';
import { errorAnswer } from './answers.ts';

const retryAfterOf = (error: ApiError) => errorAnswer(error).headers['Retry-After'];

describe('Retry-After', () => {
  test('default: the seconds of the error', () => {
    expect(retryAfterOf(new ApiError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds: 4 }))).toBe('4');
  });

  test.each(Object.keys(errors) as ErrorName[])('behavior: %s', (name) => {
    const expected = { RATE_LIMIT_EXCEEDED: '1', UNAVAILABLE: '1' } as Partial<Record<ErrorName, string>>;
    expect(retryAfterOf(new ApiError(name))).toBe(expected[name]);
  });
});
