import { createHash } from 'node:crypto';
import type { ActivityUnit, ProxyUnit } from '@mintmark/schema';
import type { Lifecycle } from '../../activities/lifecycle.ts';
import type { ProxyContext, ProxyImplementation, RunOptions } from '../../core/handlers/answer-proxy.ts';
import type { FindHandler } from '../../core/handlers/implement.ts';
import type { ConnectionTurns } from '../../core/limits/connection-turns.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { type Share, shareOf } from '../../core/model/share.ts';
import type { Services } from '../../core/ports/services.ts';
import { readBody } from '../../core/requests/read-body.ts';
import { readBySchema, withoutNulls } from '../../core/requests/read-parameters.ts';
import { allowsOrigin, readSettings } from '../../identity/organizations/auth-proxy-settings.ts';
import type { Database, Sql, TransactionSql } from '../../storage/store/database.ts';
import type { LookUps } from '../auth/look-ups.ts';
import type { IncomingRequest } from '../http/exchange.ts';
import type { Findings } from '../http/front-door.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { bytesOfSignUpToken } from '../limits/rates.ts';
import { type FoundProxy, ProxyFinder } from './find-proxy.ts';
import { findStamper } from './find-stamper.ts';

import { runAsProxy } from './run-as-proxy.ts';
import { renewSignUpTime, signUpTime } from './sign-up-time.ts';
import { sourceOf } from './source-of.ts';

interface ProxyEdgeOptions {
  readonly database: Database;
  readonly services: Services;
  readonly lifecycle: Lifecycle;
  readonly lookUps: LookUps;
  readonly turns: Pick<ConnectionTurns, 'changes' | 'queries'>;
  readonly rateLimits: Pick<RateLimits, 'failures' | 'signUps'>;
  readonly findHandler: FindHandler;
  readonly findProxyHandler: (name: string) => ProxyImplementation | undefined;
  readonly maxBytes: number;
}

type Answer = (unit: ProxyUnit, request: IncomingRequest, findings: Findings) => Promise<unknown>;

/** Answers requests that name the configuration of a sign-up proxy instead of carrying a stamp. */
export function createProxyEdge(options: ProxyEdgeOptions): Answer {
  const { database, services, lifecycle, turns, rateLimits, findHandler, findProxyHandler, maxBytes } = options;
  const { failures, signUps } = rateLimits;
  const finder = new ProxyFinder(options.lookUps.read, services);

  /** Takes what the next step of a request costs, before it is done. Other requests of the address may have used up its share by then. */
  function charge(address: string, tokens: number): void {
    if (tokens === 0) return;
    signUps.check(address);
    signUps.take(address, tokens);
  }

  /** The proxy that a request names. Unknown ones count as failures of the address: looking for them is expensive. */
  async function findProxy({ header, address }: IncomingRequest): Promise<FoundProxy> {
    const [configId, ...others] = header('x-auth-proxy-config-id');
    if (configId === undefined || others.length > 0) throw new ApiError('AUTH_PROXY_CONFIG_NOT_FOUND');
    if (!finder.knows(configId)) failures.check(address);
    const found = await finder.find(configId);
    if (found) return found;
    failures.take(address);
    throw new ApiError('AUTH_PROXY_CONFIG_NOT_FOUND');
  }

  /** Answers with a timestamp that repetitions share. */
  async function answerOnce<Result>(
    { organization }: FoundProxy,
    share: Share,
    raw: Uint8Array,
    answerAt: (timestampMs: number) => Promise<Result>,
  ): Promise<Result> {
    const body = { organization, digest: createHash('sha256').update(raw).digest() };
    const change = (work: (sql: TransactionSql) => Promise<number>) =>
      turns.changes.run(share, () => database.transaction(work));
    const timestampMs = await change((sql) => signUpTime(sql, { ...body, now: services.clock() }));
    try {
      return await answerAt(timestampMs);
    } catch (error) {
      // Nothing came of the first request, and its timestamp is too old by now.
      if (!(error instanceof ApiError) || error.code !== 'INVALID_TIME') throw error;
      return answerAt(await change((sql) => renewSignUpTime(sql, { ...body, now: services.clock() }, timestampMs)));
    }
  }

  return async (unit, request, findings) => {
    const { address } = request;
    charge(address, 1);
    const found = await findProxy(request);
    const { organization, proxy, apiKey } = found;
    findings.organizationId = organization.id;
    const settings = readSettings(proxy);
    const [origin, ...others] = request.header('origin');
    findings.allowsOrigin = null;
    if (others.length > 0 || !allowsOrigin(settings, origin)) throw new ApiError('ORIGIN_NOT_ALLOWED');
    findings.allowsOrigin = origin ?? '*';
    const raw = await request.readBody(maxBytes);
    charge(address, Math.floor(raw.length / bytesOfSignUpToken));
    const parsed = readBySchema(unit.request, withoutNulls(readBody(raw)));
    const handler = findProxyHandler(unit.name);
    if (!handler) throw new ApiError('UNIMPLEMENTED');
    charge(address, handler.weigh?.(parsed as never, services.limits) ?? 0);
    const source = sourceOf(services.macs, address);
    const share = shareOf(organization, { credentialId: apiKey.id, source });
    const read = <Result>(work: (sql: Sql) => Promise<Result>) => turns.queries.run(share, () => database.query(work));
    const submit = lifecycle.submit.bind(lifecycle);
    const answerAt = (timestampMs: number) => {
      const run = (unit: ActivityUnit, parameters: unknown, how: RunOptions & { readonly wantsProofs: boolean }) =>
        runAsProxy(found, { unit, parameters, timestampMs, source, ...how }, { services, read, findHandler, submit });
      const context: ProxyContext = {
        ...{ organization, settings, services, read },
        findStamper: (contact, value) =>
          findStamper(
            request,
            raw,
            { parentId: organization.id, contact, value },
            { lookUps: options.lookUps, services, pay: (cost) => signUps.take(address, cost) },
          ),
        // The unit is one of the contract, and its result has been made by its handler: no type can express that for all units.
        run: async (unit, parameters, how) =>
          (await run(unit as unknown as ActivityUnit, parameters, { ...how, wantsProofs: false })).result as never,
        runProved: (unit, parameters, how) =>
          run(unit as unknown as ActivityUnit, parameters, { ...how, wantsProofs: true }) as never,
      };
      return handler.answerProxy(context, parsed as never);
    };
    return unit.repeatable ? answerOnce(found, share, raw, answerAt) : answerAt(services.clock().getTime());
  };
}
