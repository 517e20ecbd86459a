import { createMock } from '@mintmark/mock';
import { examples } from '@mintmark/schema';
import { apiKey } from './api-key.ts';
import type { Target } from './target.ts';

/** The mock, which accepts every key. */
export async function startMockTarget(): Promise<Target> {
  const mock = await createMock();
  return {
    urls: [mock.url],
    organizationId: examples.organizationId,
    userId: examples.userId,
    apiKey,
    authProxyConfigId: examples.organizationId,
    clientSecretKey: apiKey.publicKey,
    mailDirectories: [],
    [Symbol.asyncDispose]: () => mock.close(),
  };
}
