import { inspect } from 'node:util';
import { StamperError, type Verdict } from '../src/stamper-error.ts';

/** The code and part of the StamperError that a call ends with. */
export async function failure(call: Promise<unknown> | (() => unknown)): Promise<string> {
  return described(await errorOf(call));
}

/** What a call throws or rejects with, whatever it is. */
export async function errorOf(call: Promise<unknown> | (() => unknown)): Promise<unknown> {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    return error;
  }
  throw new Error('it succeeded');
}

/** `ok`, or the code and part of the reason why not. */
export function reason<Verified>(verdict: Verdict<Verified>): string {
  return verdict.ok ? 'ok' : described(verdict.error);
}

function described(error: unknown): string {
  if (error instanceof StamperError) return `${error.code} ${error.part}`;
  throw new Error('expected a StamperError', { cause: error });
}

/** Everything that a log may show of an error and of what caused it. */
export function shown(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return [message, stack, cause, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })].join('\n');
}
