import { inspect } from 'node:util';
import { expect } from 'vitest';
import { MintmarkError } from '../src/errors.ts';

/** What no error may show: private keys, stamps, bodies, and texts that stand in a body. */
const secrets = new Set<string>();

/** From now on no error may show this text. */
export function keepSecret(text: string): string {
  secrets.add(text);
  return text;
}

type ErrorClass<Failure> = abstract new (...args: never[]) => Failure;

/** The error that a call ends with: of exactly this class, and without a secret in anything that a log may show of it. */
export async function failureOf<Failure extends MintmarkError = MintmarkError>(
  call: Promise<unknown>,
  kind: ErrorClass<Failure> = MintmarkError as never,
): Promise<Failure> {
  const error = await call.then(
    (value) => expect.fail(`it succeeded: ${inspect(value)}`),
    (reason: unknown) => reason,
  );
  expect((error as object)?.constructor, inspect(error)).toBe(kind);
  expectNoSecrets(error);
  return error as Failure;
}

/** Everything that a log may show of an error and of what caused it shows no secret. */
export function expectNoSecrets(error: unknown): void {
  const { message, stack } = error as Error;
  const shown = [message, stack, JSON.stringify(error), inspect(error, { depth: 10 })].join('\n');
  for (const secret of secrets) expect(shown).not.toContain(secret);
}
