import { generatePrivateKey } from '@mintmark/stamper';
import { createP256Signer } from '@mintmark/stamper/bundles';
import { LoopTurns } from '../src/core/limits/loop-turns.ts';
import { WaitingLines } from '../src/core/limits/waiting-lines.ts';
import type { Services } from '../src/core/ports/services.ts';
import { defaultLimits } from '../src/core/ports/usage-limits.ts';
import { createThreads } from '../src/custody/create-threads.ts';
import { MessageSigner } from '../src/custody/keys/message-signer.ts';
import { createProofSigner } from '../src/custody/proofs/ephemeral-key.ts';
import { buildTokenKeys } from '../src/custody/secrets/token-keys.ts';
import { createGuardedFetch } from '../src/delivery/adapters/guarded-fetch.ts';
import { createOauth2Exchange } from '../src/delivery/adapters/oauth2/oauth2-exchange.ts';
import { createOidcVerifier } from '../src/delivery/adapters/oidc/oidc-verifier.ts';
import { Listeners } from '../src/delivery/webhooks/listeners.ts';
import { BoundedMap } from '../src/storage/cache/bounded-map.ts';
import { WeightedMap } from '../src/storage/cache/weighted-map.ts';
import { testDistribution } from './test-distribution.ts';
import { testIssuer } from './test-issuer.ts';
import { createTestMacs } from './test-macs.ts';
import { createTestVault } from './test-vault.ts';
import { newWebhookSigner } from './test-webhooks.ts';

/**
 * Shared by all tests of a process. Threads start only if a test uses them, and end with the process. They have more time than
 * usual, since a run of all tests keeps a machine busy.
 */
const threads = createThreads({ longestWaitMs: 60_000, longestTaskMs: 60_000 });

const newSigner = () => createP256Signer(generatePrivateKey('p256').toApiKey());
const tokenKeys = await buildTokenKeys({ notarizer: newSigner(), otp: newSigner() });
const fetch = createGuardedFetch();
const clock = () => new Date();

/** Without a boot proof: that needs a database. */
const proofs = createProofSigner();

/** Services with new random keys. The given services replace them. */
export const createTestServices = (replaced: Partial<Services> = {}): Services => ({
  macs: createTestMacs(),
  proofs,
  vault: createTestVault(),
  accountKeys: new BoundedMap(100),
  policySets: new WeightedMap(1_000_000),
  policyCompilations: new Map(),
  contractInterfaces: new WeightedMap(1_000_000),
  sessionScopes: new BoundedMap(100),
  signer: newSigner(),
  tokenKeys,
  clientSecrets: { open: () => Promise.reject(new Error('no client secrets in this test')) },
  fetch,
  oidc: createOidcVerifier({ issuers: [], fetch, clock, own: testIssuer }),
  oauth2: createOauth2Exchange(undefined, fetch),
  mail: undefined,
  sms: undefined,
  chains: new Map(),
  earn: undefined,
  swap: undefined,
  topTier: new Set(),
  limits: defaultLimits,
  distribution: testDistribution,
  storage: { usedBy: () => 0, note: () => {} },
  listeners: new Listeners(),
  webhooks: { signer: newWebhookSigner(), allowsPrivate: true },
  followedAssets: new Map(),
  allowsOtpV1: false,
  signing: new MessageSigner(replaced.threads ?? threads),
  nonceLines: new WaitingLines(),
  threads,
  loop: new LoopTurns(60_000),
  clock,
  ...replaced,
});
