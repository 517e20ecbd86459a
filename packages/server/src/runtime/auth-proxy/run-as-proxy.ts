import { sign } from 'node:crypto';
import type { ActivityUnit, ErrorName } from '@mintmark/schema';
import { errors } from '@mintmark/schema';
import { stampSchemes } from '@mintmark/stamper/protocol';
import type { Submission } from '../../activities/decision/activity-request.ts';
import type { ActivityRecord } from '../../activities/record/activity-record.ts';
import { isVote } from '../../core/handlers/activity-types.ts';
import type { RunOptions } from '../../core/handlers/answer-proxy.ts';
import type { FindHandler, PrepareContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Caller } from '../../core/model/caller.ts';
import type { Services } from '../../core/ports/services.ts';
import { type Execution, readActivity } from '../../core/requests/read-activity.ts';
import { readBody } from '../../core/requests/read-body.ts';
import { useSecret } from '../../custody/keys/sealed-secret.ts';
import { p256KeyObject } from '../../custody/secrets/p256-key-object.ts';
import { proxyKeyPlace } from '../../identity/auth-proxy/new-proxy.ts';
import type { FoundProxy } from './find-proxy.ts';

/** What activities are run with. */
interface ProxyOptions {
  readonly services: Services;
  readonly read: PrepareContext['read'];
  readonly findHandler: FindHandler;
  readonly submit: (submission: Submission) => Promise<ActivityRecord>;
}

interface ProxyActivity extends RunOptions {
  /** Where the request came from. */
  readonly source: string;
  readonly wantsProofs: boolean;
  readonly unit: ActivityUnit;
  readonly parameters: unknown;
  readonly timestampMs: number;
}

/**
 * Runs an activity as the user of a proxy, and returns its result and its proofs. The body is built from the arguments alone and stamped with
 * the key of the proxy, so that it is recorded and verified like any other.
 */
export async function runAsProxy(
  found: FoundProxy,
  activity: ProxyActivity,
  options: ProxyOptions,
): Promise<{ readonly result: unknown; readonly appProofs: NonNullable<ActivityRecord['appProofs']> }> {
  const {
    unit,
    parameters,
    timestampMs,
    organization = found.organization,
    signUp,
    source,
    account,
    fieldsAt = '',
  } = activity;
  const asked = activity.wantsProofs && { generateAppProofs: true };
  if (isVote(unit)) throw new Error('the sign-up proxy cannot vote');
  const { type, resultKey } = unit;
  const contents = { type, timestampMs: String(timestampMs), organizationId: organization.id, parameters, ...asked };
  const body = Buffer.from(JSON.stringify({ ...contents, ...(signUp && { signUp }) }));
  try {
    const read = readActivity(unit, readBody(Buffer.from(JSON.stringify(contents))), options.findHandler);
    const { execute, effect } = read.execution;
    const more = { source, ...(signUp && { signUp }) };
    const execution: Execution = {
      ...read.execution,
      execute: (context, prepared) => execute({ ...context, ...more }, prepared),
      ...(effect && { effect: (context, prepared) => effect({ ...context, ...more }, prepared) }),
    };
    const caller = { ...(await callerFor(found, body, options)), source, ...(account !== undefined && { account }) };
    const {
      status,
      result,
      failure,
      id,
      appProofs = [],
    } = await options.submit({ ...read, execution, organization, caller, body });
    if (status === 'ACTIVITY_STATUS_COMPLETED')
      return { result: (result as Readonly<Record<string, unknown>>)[resultKey], appProofs };
    if (failure) throw failureOf(failure, id);
    throw new Error(`an activity of the sign-up proxy is ${status}`);
  } catch (error) {
    throw inRequestTerms(error, fieldsAt);
  }
}

/** The user of the proxy as the caller of a body. */
async function callerFor({ organization, proxy, user, apiKey }: FoundProxy, body: Uint8Array, options: ProxyOptions) {
  const place = proxyKeyPlace(organization, proxy.id);
  const signature = await useSecret(options, place, proxy.privateKey, async (secret) =>
    sign('sha256', body, p256KeyObject(secret)),
  );
  const caller: Caller = {
    organization,
    userId: user.id,
    userName: user.name,
    isRoot: false,
    credentialId: apiKey.id,
    stamp: { publicKey: apiKey.publicKey, signature: signature.toString('hex'), scheme: stampSchemes.p256 },
    isProxy: true,
  };
  return caller;
}

/** The failure of an activity as an error. */
function failureOf({ message, details }: NonNullable<ActivityRecord['failure']>, activityId: string): ApiError {
  const code = details[0]?.errorCode;
  const isKnown = (name: string | undefined): name is ErrorName => name !== undefined && name in errors;
  return new ApiError(isKnown(code) ? code : 'INTERNAL', message, { activityId });
}

/** An error that names the fields of the request, not those of the parameters that were built from it. */
function inRequestTerms(error: unknown, fieldsAt: string): unknown {
  if (!(error instanceof ApiError) || !error.details.fieldViolations) return error;
  const fieldViolations = error.details.fieldViolations.map(({ field, description }) => ({
    field: field.startsWith(fieldsAt) ? field.slice(fieldsAt.length).replace(/^\./, '') : field,
    description,
  }));
  return new ApiError(error.code, error.message, { ...error.details, fieldViolations, cause: error });
}
