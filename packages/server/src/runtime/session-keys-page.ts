import type { TokenKeys } from '../core/ports/token-keys.ts';
import { publishedKeys } from '../custody/secrets/token-keys.ts';
import { jsonAnswer } from './http/answers.ts';
import type { Page } from './http/pages.ts';

/** The page with the public keys of the service's tokens. */
export function keysPage(tokenKeys: TokenKeys): readonly [string, Page] {
  const answer = jsonAnswer(200, publishedKeys(tokenKeys), { 'Cache-Control': 'public, max-age=3600' });
  return ['/.well-known/jwks.json', { name: 'jwks', answer: () => answer }];
}
