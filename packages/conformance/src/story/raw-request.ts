import type { Unit } from '@mintmark/schema';

/** A request as bytes, which may be one that no client would send. */
export interface RawRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer to a request. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the content of the answer.
  readonly json: any;
  /** The error code, if the answer is an error. */
  readonly error: string | undefined;
}

/** The body of a call, with some members replaced. */
export function bodyOf(unit: Unit, organizationId: string, input: object, more: object = {}): string {
  if (unit.kind === 'proxy') return JSON.stringify({ ...input, ...more });
  if (unit.kind === 'query') return JSON.stringify({ organizationId, ...input, ...more });
  const envelope = { type: unit.type, timestampMs: String(Date.now()), organizationId, parameters: input };
  return JSON.stringify({ ...envelope, ...more });
}

/** Makes the header that says who sends a body: a stamp over it, or the configuration of a sign-up proxy. */
export interface Credential {
  stamp(body: string): Promise<{ readonly name: string; readonly value: string }>;
}

/** A body with a stamp over it, or over another body. */
export async function stamped(stamper: Credential, body: string, over: string = body): Promise<RawRequest> {
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
