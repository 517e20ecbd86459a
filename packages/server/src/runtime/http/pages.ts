import { ApiError } from '../../core/model/api-error.ts';
import { methodError } from './answers.ts';
import type { IncomingRequest, OutgoingAnswer } from './exchange.ts';
import type { Findings } from './front-door.ts';

/** A page outside of the contract, for GET and HEAD. */
export interface Page {
  /** Its name in the log and in the metrics. */
  readonly name: string;
  /** Whether this request may see the page; without it, every request may. */
  isFor?(request: IncomingRequest): boolean;
  answer(request: IncomingRequest): OutgoingAnswer | Promise<OutgoingAnswer>;
}

export type Pages = ReadonlyMap<string, Page>;

/** Answers with the page at the path of a request. */
export async function answerPage(pages: Pages, request: IncomingRequest, findings: Findings): Promise<OutgoingAnswer> {
  const { path, method } = request;
  const page = pages.get(path);
  if (!page || page.isFor?.(request) === false) throw new ApiError('ROUTE_NOT_FOUND', `no such path: ${path}`);
  findings.operation = page.name;
  if (method !== 'GET' && method !== 'HEAD') throw methodError(path, method, 'GET, HEAD');
  return page.answer(request);
}
