import type { Unit } from '@mintmark/schema';
import type { Stamper } from '@mintmark/stamper';

/** A request as bytes: also one that no client would send. */
export interface RawRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a request was answered. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is for the tests to say.
  readonly json: any;
  /** The code of the error, if it is one. */
  readonly error: string | undefined;
}

/** The body of a call, with members in the place of its own. */
export function bodyOf(unit: Unit, organizationId: string, input: object, more: object = {}): string {
  if (unit.kind === 'proxy') return JSON.stringify({ ...input, ...more });
  if (unit.kind === 'query') return JSON.stringify({ organizationId, ...input, ...more });
  const envelope = { type: unit.type, timestampMs: String(Date.now()), organizationId, parameters: input };
  return JSON.stringify({ ...envelope, ...more });
}

/** A body with the stamp over it, or over another. */
export async function stamped(stamper: Stamper, body: string, over: string = body): Promise<RawRequest> {
  const { name, value } = await stamper.stamp(over);
  return { body, headers: { [name]: value } };
}

/** Sends a request to an operation. */
export async function send(origin: string, { path }: Unit, { body, headers }: RawRequest): Promise<RawAnswer> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  const json = (await response.json()) as RawAnswer['json'];
  return { status: response.status, headers: response.headers, json, error: json.details?.[0]?.errorCode };
}
