import { setTimeout } from 'node:timers/promises';
import { type ActivityUnit, type QueryUnit, registry, type Unit } from '@mintmark/schema';
import type { JsonObject } from '@mintmark/stamper/encoding';
import { Lifecycle } from '../activities/lifecycle.ts';
import { isVote } from '../core/handlers/activity-types.ts';
import { type FindHandler, type LetGo, LongAnswer } from '../core/handlers/implement.ts';
import { createConnectionTurns } from '../core/limits/connection-turns.ts';
import { Pressure } from '../core/limits/pressure.ts';
import { ApiError } from '../core/model/api-error.ts';
import { shareOf } from '../core/model/share.ts';
import type { Services } from '../core/ports/services.ts';
import { readActivity, readVote } from '../core/requests/read-activity.ts';
import { readBody } from '../core/requests/read-body.ts';
import { readBySchema, withoutNulls } from '../core/requests/read-parameters.ts';
import { inSpan } from '../core/spans/span.ts';
import { Outbox } from '../delivery/outbox/outbox.ts';
import { activityHandler, proxyHandler, queryHandler } from '../operations/handlers.ts';
import { PoliciesOfQuery } from '../policies/sets/policies-of-query.ts';
import type { Database, Sql } from '../storage/store/database.ts';
import { readFirst } from '../storage/store/read-first.ts';
import { Admission } from './auth/admission.ts';
import { type Authenticated, createAuthenticator } from './auth/authenticate.ts';
import { type Counts, createCounts } from './auth/counts.ts';
import { createLookUps } from './auth/look-ups.ts';
import { readOrganizationId } from './auth/read-organization-id.ts';
import { readStamp } from './auth/read-stamp.ts';
import { createProxyEdge } from './auth-proxy/proxy-edge.ts';
import { jsonAnswer, methodError, preflightAnswer } from './http/answers.ts';
import type { App, IncomingRequest, OutgoingAnswer } from './http/exchange.ts';
import { createFrontDoor, type Findings, type RequestLog } from './http/front-door.ts';
import { answerPage, type Pages } from './http/pages.ts';
import { createProbes } from './http/probes.ts';
import { keysPage } from './session-keys-page.ts';
import type { Tracer } from './traces/tracer.ts';
import { webhookKeysPage } from './webhook-keys-page.ts';

export interface AppOptions {
  readonly database: Database;
  readonly services: Services;
  /** Where handlers leave what has to happen outside; by default they can leave nothing. */
  readonly outbox?: Outbox;
  /** Pages served besides the operations, by path. */
  readonly pages?: Pages;
  /** What this process counts and remembers about callers, if it shares that with others. */
  readonly counts?: Counts;
  readonly log?: (entry: RequestLog) => void;
  /** Records requests of operations, if traces are configured. Pages are not recorded. */
  readonly tracer?: Tracer | undefined;
  /** Finds the handlers of activities: for tests. */
  readonly findHandler?: FindHandler;
}

const maxBytes = 256 * 1024;
/** An answer counts as one more call per this many bytes. */
const bytesOfCall = 4 * 1024;
const unitAt: ReadonlyMap<string, Unit> = new Map(Object.values(registry).map((unit) => [unit.path, unit]));

/** Creates the service on a database: every operation of the contract, and the pages. */
export function createApp({
  database,
  services,
  outbox = new Outbox({ database, services, kinds: [] }),
  pages: more = new Map(),
  counts = createCounts(),
  log = () => {},
  tracer,
  findHandler = activityHandler,
}: AppOptions): App {
  const { tokenKeys, webhooks } = services;
  const keyPages = [keysPage(tokenKeys), webhookKeysPage(webhooks.signer)];
  const pages: Pages = new Map([...createProbes(database), ...keyPages, ...more]);
  const { changes, queries, longAnswers, ...turns } = createConnectionTurns(database);
  const pressure = new Pressure({ databaseMs: 0.6 * database.timeoutMs, loopMs: database.timeoutMs });
  const lookUps = createLookUps(database, services, { connections: turns.lookUps, pressure });
  const authenticate = createAuthenticator({ database, services, lookUps, changes });
  const { calls, denials } = counts.rateLimits;
  const admission = new Admission(counts.rateLimits, counts.verified);
  const lifecycle = new Lifecycle({ database, services, outbox, denials, turns: { changes, queries }, findHandler });

  const answerProxy = createProxyEdge({
    ...{ database, services, lifecycle, lookUps, findHandler, maxBytes },
    turns: { changes, queries },
    rateLimits: counts.rateLimits,
    findProxyHandler: proxyHandler,
  });

  async function answerTo(request: IncomingRequest, findings: Findings): Promise<OutgoingAnswer> {
    const unit = unitAt.get(request.path);
    if (!unit) return answerPage(pages, request, findings);
    findings.operation = unit.name;
    if (request.method === 'OPTIONS') return preflightAnswer;
    if (request.method !== 'POST') throw methodError(request.path, request.method, 'POST');
    pressure.check();
    if (unit.kind === 'proxy') return jsonAnswer(200, await answerProxy(unit, request, findings));
    const [length] = request.header('content-length').map(Number);
    const unidentified = { address: request.address, stamp: readStamp(request.header), length };
    admission.check(unidentified);
    const raw = await admission.receive(unidentified, request.readBody(maxBytes));
    const handler = unit.kind === 'query' ? queryHandler(unit.name) : findHandler(unit.name);
    const resolvesParent = handler?.resolvesParent ?? false;
    const acceptsAttested = handler?.kind === 'activity' && (handler.acceptsAttested ?? false);
    const identify = () =>
      admission.identify(unidentified, raw, async (stamp) => {
        const organizationId = readOrganizationId(raw);
        findings.organizationId = organizationId;
        return authenticate(stamp, raw, {
          organizationId: organizationId.toLowerCase(),
          resolvesParent,
          acceptsAttested,
        });
      });
    const who = await inSpan('authenticate', identify);
    const { credentialId } = who.caller;
    calls.check(credentialId);
    calls.take(credentialId);
    const body = readBody(raw);
    // Only the organization in which the credential was looked up may be used.
    if (body['organizationId'] !== findings.organizationId) throw new ApiError('INVALID_ORGANIZATION_ID');
    if (unit.kind === 'query') {
      const answer = jsonAnswer(200, await ask(unit, body, who));
      // The cost of a query is known only now.
      const more = Math.floor(answer.body.length / bytesOfCall);
      if (more > 0) calls.take(credentialId, more);
      return answer;
    }
    const answer = await submit(unit, body, raw, who);
    findings.activityStatus = answer.activity.status;
    return jsonAnswer(200, answer);
  }

  async function ask(unit: QueryUnit, body: JsonObject, { target, caller }: Authenticated): Promise<unknown> {
    const handler = queryHandler(unit.name);
    // The unit parses the request and the handler belongs to that unit, which no type can express for all units.
    const request = readBySchema(unit.request, withoutNulls(body)) as never;
    if (!handler) throw new ApiError('UNIMPLEMENTED');
    if ('answerFromCaller' in handler) return handler.answerFromCaller({ organization: target, caller }, request);
    const share = shareOf(caller.organization, caller);
    const read = <Answer>(work: (sql: Sql) => Promise<Answer>) => queries.run(share, () => database.query(work));
    /** Lends a connection until the work has ended, or says that it has read everything. */
    const lend = async <Answer>(work: (sql: Sql, letGo: LetGo) => Promise<Answer>): Promise<Answer> => {
      const givenBack = Promise.withResolvers<void>();
      const { result } = await read(async (sql) => {
        const answering = readFirst(givenBack.promise, (letGo) => work(sql, letGo));
        await answering.reads;
        return answering;
      });
      givenBack.resolve();
      return result;
    };
    const context = { organization: target, caller, services };
    // The calls to the outside are limited where they are made, so preparing needs no turn.
    const signal = AbortSignal.timeout(database.timeoutMs);
    const prepared = (await handler.prepare?.({ ...context, signal, read }, request)) as never;
    const policies = new PoliciesOfQuery(services, services.loop.largeTurnsOf(share));
    const { compiled } = policies;
    const answer = await policies.during(() =>
      lend((sql, letGo) =>
        handler.answer({ ...context, sql, findHandler, letGo, readAgain: read, compiled }, request, prepared),
      ),
    );
    if (!(answer instanceof LongAnswer)) return answer;
    const made = Promise.withResolvers<unknown>();
    const make = async () => {
      const start = performance.now();
      await policies.during(() => lend(answer.make)).then(made.resolve, made.reject);
      // The next long answer waits as long again: other requests get at least half of the time.
      await setTimeout(performance.now() - start, undefined, { ref: false });
    };
    longAnswers.run(share, make).catch(made.reject);
    return made.promise;
  }

  async function submit(unit: ActivityUnit, body: JsonObject, raw: Uint8Array, who: Authenticated) {
    const stamped = { organization: who.target, caller: who.caller, body: raw };
    const activity = isVote(unit)
      ? await lifecycle.vote({ ...stamped, ...readVote(unit, body) })
      : await lifecycle.submit({ ...stamped, ...readActivity(unit, body, findHandler) });
    return { activity };
  }

  const beginSpan = (request: IncomingRequest) =>
    unitAt.has(request.path) ? tracer?.beginRequest(request.header('traceparent')) : undefined;
  return createFrontDoor(answerTo, log, tracer && beginSpan);
}
