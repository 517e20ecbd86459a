import { indentJson } from './json-text.ts';
import { RequestError, type StampedRequest } from './stamped-request.ts';

export interface ReceivedAnswer {
  readonly status: string;
  readonly requestId: string | undefined;
  readonly text: string;
}

const timeout = 60_000;

/** Sends a request to the service that served this page. */
export async function sendRequest({ url, body, credential, kind }: StampedRequest): Promise<ReceivedAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [credential.name]: credential.value },
      body,
      mode: 'same-origin',
      credentials: 'omit',
      cache: 'no-store',
      // A stamp does not name the host that it is for.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      requestId: response.headers.get('X-Request-Id') ?? undefined,
      text: indentJson(await response.text()),
    };
  } catch (error) {
    const wait = (error as Error).name === 'TimeoutError' ? ' within a minute' : '';
    const repeat = 'Sending the same bytes again is safe: use the curl command.';
    throw new RequestError(
      `There was no answer${wait}. The request may have been carried out.${kind === 'configuration' ? '' : ` ${repeat}`}`,
    );
  }
}
