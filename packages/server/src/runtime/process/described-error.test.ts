import { inspect } from 'node:util';
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../core/model/api-error.ts';
import { OutboundError } from '../../delivery/adapters/outbound-error.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { describeError } from './described-error.ts';

const secret = 's3cret';

/** Errors that quote their input, as they are really thrown. */
const quoting: readonly [string, () => unknown][] = [
  ['a parser of JSON', () => JSON.parse(`{"key":${secret}`)],
  ['an invalid number', () => BigInt(secret)],
  ['an invalid URL', () => new URL(secret)],
  ['a schema', () => z.literal('one').parse(secret, { reportInput: true })],
  ['a schema with names of members', () => z.strictObject({}).parse({ [secret]: 1 })],
  [
    'PostgreSQL',
    () => {
      const error = new DatabaseError(`invalid input syntax for type uuid: "${secret}"`, 0, 'error');
      throw Object.assign(error, {
        detail: `Key (name)=(${secret}) already exists.`,
        parameters: [secret],
        query: secret,
      });
    },
  ],
  [
    'a message that looks like a stack',
    () => {
      throw new Error(`failed\n    at ${secret} (file.ts:1:1)`);
    },
  ],
  [
    'a message that was changed after the stack was made',
    () => {
      const error = new Error(`it was\n    at ${secret}`);
      // Once read, the stack no longer changes.
      throw Object.assign(error, { stack: error.stack, message: 'something else' });
    },
  ],
  [
    'a name',
    () => {
      throw Object.assign(new Error('failed'), { name: `Key ${secret}` });
    },
  ],
  [
    'the cause of a cause',
    () => {
      throw new Error('outer', { cause: new Error('inner', { cause: new SyntaxError(`not ${secret}`) }) });
    },
  ],
  [
    'a thrown value that is not an error',
    () => {
      throw secret;
    },
  ],
];

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('describeError', () => {
  test('default: gives the name and where it was thrown', () => {
    const { name, message, stack } = describeError(caught(() => JSON.parse('{')));
    expect([name, message]).toEqual(['SyntaxError', undefined]);
    expect(stack.join('\n')).toMatch(/^at JSON\.parse .*\nat .*described-error\.test\.ts/);
  });

  test.each(quoting)('behavior: leaves out the value that is quoted by %s', (_, work) => {
    const error = caught(work);
    expect(`${inspect(error)} ${(error as Error).stack}`).toContain(secret);
    expect(JSON.stringify(describeError(error))).not.toContain(secret);
  });

  test('behavior: the messages of our own errors are kept, and causes are followed', () => {
    const error = new ApiError('INTERNAL', undefined, { cause: new StoreError('QUERY_FAILED') });
    const outbound = new OutboundError('TIMEOUT', 'https://hooks.test');
    expect(describeError(outbound)).toMatchObject({
      message: 'https://hooks.test: the response was not complete in time',
    });
    expect(describeError(error)).toMatchObject({
      name: 'ApiError',
      message: 'internal server error',
      cause: { name: 'StoreError', message: 'PostgreSQL refused a statement' },
    });
  });

  test('behavior: stops at circular causes', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(describeError(error)).length).toBeLessThan(100_000);
  });
});
