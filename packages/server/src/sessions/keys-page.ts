import { jsonAnswer } from '../http/answers.ts';
import type { Page } from '../http/pages.ts';
import { publishedKeys, type TokenKeys } from '../secrets/token-keys.ts';

/** The page with the public keys of the service's tokens. */
export function keysPage(tokenKeys: TokenKeys): readonly [string, Page] {
  const answer = jsonAnswer(200, publishedKeys(tokenKeys), { 'Cache-Control': 'public, max-age=3600' });
  return ['/.well-known/jwks.json', { name: 'jwks', answer: () => answer }];
}
