import { createAuthProxyClient, createClient, MintmarkError, type Outcome } from '@mintmark/client';
import { createP256Stamper } from '@mintmark/stamper';
import type { SuiteReport } from '../test-suite.ts';
import { type ContractCase, type Expectation, wordsFor } from './contract-case.ts';
import { isEqualJson } from './is-equal-json.ts';

/** A case with the headers that make the target give the wanted answer. */
export interface RunnableCase extends ContractCase {
  readonly headers: Readonly<Record<string, string>>;
}

export interface ClientSuiteInput {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly authProxyConfigId: string;
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string };
  readonly cases: readonly RunnableCase[];
}

type Method = (input: unknown, options: object) => Promise<unknown> & AsyncIterable<unknown>;

/** Makes the call of every case, and compares the client's result with the expected one. */
export default async function run(input: ClientSuiteInput): Promise<SuiteReport> {
  const { apiKey, cases, ...options } = input;
  const clients = {
    stamped: createClient({ ...options, stamper: createP256Stamper(apiKey), retries: 0 }),
    authProxy: createAuthProxyClient({ ...options, retries: 0 }),
  } as unknown as Record<ContractCase['side'], Record<string, Method>>;
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  for (const { operation, side, input, wanted, expected, headers } of cases) {
    const call = (method: string) => {
      const bound = clients[side][method];
      if (!bound) throw new Error(`the client has no method ${method}`);
      return bound(input, { headers, pendingTimeout: 0 });
    };
    const got = await observe(operation, call, expected);
    const what = wordsFor(expected);
    if (isEqualJson(got, expected)) counts[what] = (counts[what] ?? 0) + 1;
    else
      failures.push(`${operation}, ${wanted.example}: ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`);
  }
  return { counts, failures };
}

async function observe(
  operation: string,
  call: (method: string) => ReturnType<Method>,
  expected: Expectation,
): Promise<unknown> {
  try {
    if ('items' in expected) {
      const items: unknown[] = [];
      for await (const item of call(operation)) items.push(item);
      return { items };
    }
    if ('result' in expected) {
      const outcome = (await call(operation)) as Outcome<unknown>;
      const result = await call(`${operation}OrThrow`);
      return outcome.status === 'completed' && isEqualJson(outcome.result, result) ? { result } : outcome;
    }
    if ('vote' in expected) return { vote: ((await call(operation)) as Outcome<unknown>).status };
    if ('outcome' in expected) return await observeOutcome(operation, call);
    return { answer: await call(operation) };
  } catch (error) {
    if (!(error instanceof MintmarkError)) return { thrown: `${error}` };
    const { name, code, status, retryable, requestId } = error;
    return name === 'ApiError' && requestId ? { error: { code, status, retryable } } : { name, code, requestId };
  }
}

/** An unfinished outcome: the method returns it, and its OrThrow sibling throws it. */
async function observeOutcome(operation: string, call: (method: string) => Promise<unknown>): Promise<unknown> {
  const { status, activity } = (await call(operation)) as Outcome<unknown>;
  const thrown = await call(`${operation}OrThrow`).catch((error: unknown) => error);
  const isTold =
    thrown instanceof MintmarkError && thrown.name === 'ActivityError' && thrown.activityId === activity.id;
  return isTold ? { outcome: status } : { outcome: status, thrown: `${thrown}` };
}
