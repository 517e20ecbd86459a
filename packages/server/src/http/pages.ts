import { ApiError } from '../contract/api-error.ts';
import { methodError } from './answers.ts';
import type { IncomingRequest, OutgoingAnswer } from './exchange.ts';
import type { Findings } from './front-door.ts';

/** Something beside the contract that is read, with GET and HEAD. */
export interface Page {
  /** What the log and the metrics call it. */
  readonly name: string;
  /** Whether the page is there for who asks; for everybody, if it does not say. */
  isFor?(request: IncomingRequest): boolean;
  answer(): OutgoingAnswer | Promise<OutgoingAnswer>;
}

export type Pages = ReadonlyMap<string, Page>;

/** Answers with the page at the path of a request. */
export async function answerPage(pages: Pages, request: IncomingRequest, findings: Findings): Promise<OutgoingAnswer> {
  const { path, method } = request;
  const page = pages.get(path);
  if (!page || page.isFor?.(request) === false) throw new ApiError('ROUTE_NOT_FOUND', `no such path: ${path}`);
  findings.operation = page.name;
  if (method !== 'GET' && method !== 'HEAD') throw methodError(path, method, 'GET, HEAD');
  return page.answer();
}
