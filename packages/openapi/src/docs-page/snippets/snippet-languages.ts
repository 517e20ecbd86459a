import type { StampedRequest } from '../stamped-request.ts';
import { buildCurl } from './build-curl.ts';
import { buildGo } from './build-go.ts';
import { buildPython } from './build-python.ts';
import { buildTypescript } from './build-typescript.ts';

export interface SnippetLanguage {
  readonly name: string;
  readonly build: (request: StampedRequest) => string;
}

/** The languages that a request is shown in. */
export const snippetLanguages = [
  { name: 'curl', build: buildCurl },
  { name: 'TypeScript', build: buildTypescript },
  { name: 'Python', build: buildPython },
  { name: 'Go', build: buildGo },
] as const satisfies readonly SnippetLanguage[];
