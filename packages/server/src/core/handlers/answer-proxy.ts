import type { AppProof } from '@mintmark/schema/fields/proofs/app-proof';
import type { AuthProxyConfig } from '@mintmark/schema/fields/sign-up/auth-proxy-settings';
import type { z } from 'zod';
import type { Organization } from '../model/organization.ts';
import type { Services } from '../ports/services.ts';
import type { ActivityShape, PrepareContext, SignUp } from './implement.ts';

/** The settings of a sign-up proxy. */
export type ProxySettings = Omit<z.output<typeof AuthProxyConfig>, 'configId' | 'userId'>;

/** What the handler of a sign-up operation gets besides its request. */
export interface ProxyContext {
  /** The organization that the proxy belongs to. */
  readonly organization: Organization;
  readonly settings: ProxySettings;
  readonly services: Services;
  readonly read: PrepareContext['read'];
  /**
   * The sub-organization whose API key stamped the request, if the user of the key has verified this contact. A request need not have
   * a stamp; one with a wrong stamp is refused.
   */
  readonly findStamper: (contact: 'email' | 'phoneNumber', value: string) => Promise<Organization | undefined>;
  /** Runs an activity as the user of the proxy, and returns its result. A failed one is thrown as an error. */
  readonly run: <P extends z.ZodType, R extends z.ZodType>(
    unit: ActivityShape<P, R>,
    parameters: z.input<P>,
    options?: RunOptions,
  ) => Promise<z.output<R>>;
  /** The same, and returns the proofs of the activity too. */
  readonly runProved: <P extends z.ZodType, R extends z.ZodType>(
    unit: ActivityShape<P, R>,
    parameters: z.input<P>,
    options?: RunOptions,
  ) => Promise<{ readonly result: z.output<R>; readonly appProofs: ProxiedProofs }>;
}

type ProxiedProofs = z.output<typeof AppProof>[];

export interface RunOptions {
  /** The sub-organization in which the activity runs; by default the organization of the proxy. */
  readonly organization?: Organization;
  readonly signUp?: SignUp;
  /** The sub-organization that stamped the request, if there is one. */
  readonly account?: Pick<Organization, 'id' | 'source'>;
  /** What the fields of the request are called in the parameters: the start of their names. Errors name the request's. */
  readonly fieldsAt?: string;
}

interface ProxyShape<Q extends z.ZodType, A extends z.ZodType> {
  readonly kind: 'proxy';
  readonly name: string;
  readonly request: Q;
  readonly response: A;
}

/** How a sign-up operation is answered. */
export interface ProxyImplementation {
  readonly kind: 'proxy';
  readonly name: string;
  readonly weigh?: (request: never, limits: Services['limits']) => number;
  readonly answerProxy: (context: ProxyContext, request: never) => Promise<unknown>;
}

interface ProxyOptions<Q extends z.ZodType> {
  /**
   * How many tokens of the rate limit a request costs besides its first one. Throws if the request asks for more than a stranger may
   * have. Called before anything is done for it.
   */
  readonly weigh?: (request: z.output<Q>, limits: Services['limits']) => number;
}

/** Defines how a sign-up operation is answered. */
export const answerProxy = <Q extends z.ZodType, A extends z.ZodType>(
  { kind, name }: ProxyShape<Q, A>,
  handler: (context: ProxyContext, request: z.output<Q>) => Promise<z.output<A>>,
  options: ProxyOptions<Q> = {},
): ProxyImplementation => ({ kind, name, answerProxy: handler, ...options });
