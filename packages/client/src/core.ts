/** The client without its table of operations: for apps that use a few of them and need a small bundle. */

import type { AnyActivity } from './any-activity.ts';
import { buildBody } from './build-body.ts';
import { withDeadline } from './deadline.ts';
import { AbortError, MintmarkError, TransportError } from './errors.ts';
import { getActivity } from './generated/operations.ts';
import type { Answer, MethodArguments, Methods, OrThrowMethods, SubmitOptions } from './methods.ts';
import { type Operation, type Operations, pathOf } from './operation.ts';
import { lostTrack, type Outcome, outcomeOf, resultOrThrow } from './outcome.ts';
import { type Position, paginate } from './paginate.ts';
import type { SignedRequest, Stamper } from './signed-request.ts';
import { readSigned, stampBody } from './stamp-body.ts';
import { backoff, createTransport, type TransportOptions } from './transport.ts';

export interface ClientOptions extends TransportOptions {
  /** Signs the requests. A client without a stamper can only send requests that are already signed. */
  readonly stamper?: Stamper | undefined;
  /** The organization of calls that do not name one. */
  readonly organizationId?: string | undefined;
}

export interface CoreOptions<Os extends Operations> extends ClientOptions {
  /** The operations to create methods for, from `@mintmark/client/operations`. */
  readonly operations: Os;
}

/** The names of the operations that submit activities. */
type ActivityName<Os extends Operations> = {
  [Name in keyof Os]: Os[Name] extends { version: string } ? Name : never;
}[keyof Os] &
  string;

interface Requests<Os extends Operations> {
  /** Builds and stamps a request without sending it. It can be sent later, or by somebody else. */
  stamp<Name extends keyof Os & string>(
    operation: Name,
    ...args: MethodArguments<Os, Name>
  ): Promise<SignedRequest<Name>>;
  /**
   * Sends a signed request and returns what the method of its operation returns. Sending the same request again gives the
   * same activity.
   */
  send<Name extends keyof Os & string>(
    request: SignedRequest<Name>,
    options?: SubmitOptions,
  ): Promise<Awaited<Answer<Os, Name>>>;
  /** The same for a request whose operation is not known, such as `error.request`. */
  send(request: SignedRequest, options?: SubmitOptions): Promise<unknown>;
  /** Fetches an activity and waits for it as the method of its operation would. */
  resume<Name extends ActivityName<Os>>(
    operation: Name,
    activityId: string,
    options?: SubmitOptions,
  ): Promise<Awaited<Answer<Os, Name>>>;
}

export type CoreClient<Os extends Operations> = Methods<Os> & OrThrowMethods<Os> & Requests<Os>;

/** Creates a client with the given operations. */
export function createClient<Os extends Operations>(options: CoreOptions<Os>): CoreClient<Os> {
  const { operations, stamper, organizationId } = options;
  const transport = createTransport(options);

  async function sign(name: string, operation: Operation, input: object, call: SubmitOptions): Promise<SignedRequest> {
    const body = buildBody(name, operation, input, { ...call, organizationId: call.organizationId ?? organizationId });
    // No timeout: the user may have to confirm on a device.
    const stamp = await withDeadline({ operation: name, signal: call.signal }, () => stampBody(name, body, stamper));
    return { operation: name, path: pathOf(name, operation), body, stamp };
  }

  async function exchange(operation: Operation, request: SignedRequest, call: SubmitOptions): Promise<unknown> {
    const { operation: name, body, stamp } = request;
    // Not the path in the request: its author must not choose where it goes.
    return transport(
      { operation: name, path: pathOf(name, operation), body, credential: stamp, isRepeatable: true },
      call,
    );
  }

  function operationOf(name: string): Operation {
    const operation = Object.hasOwn(operations, name) ? operations[name as keyof Os] : undefined;
    if (!operation) throw new MintmarkError('INPUT_INVALID', `this client has no operation ${name}`);
    return operation;
  }

  async function send(signed: SignedRequest, call: SubmitOptions = {}): Promise<unknown> {
    const operation = operationOf(signed?.operation);
    const request = readSigned(signed);
    try {
      const answer = await exchange(operation, request, call);
      if (operation.version === undefined) return answer;
      return await settle(request.operation, operation, activityOf(request.operation, answer), call);
    } catch (error) {
      if (error instanceof MintmarkError) Object.defineProperty(error, 'request', { value: request });
      throw error;
    }
  }

  /** Signs the query for an activity once for all polls: a passkey would prompt each time, and a query has no timestamp. */
  const signPoll = (activityId: string, call: SubmitOptions) => sign('getActivity', getActivity, { activityId }, call);

  async function poll(question: SignedRequest, activityId: string, call: SubmitOptions): Promise<AnyActivity> {
    return activityOf('getActivity', await exchange(getActivity, question, call), activityId);
  }

  /** Polls the activity until it is final or the timeout for its state has passed. */
  async function settle(
    name: string,
    operation: Operation,
    activity: AnyActivity,
    call: SubmitOptions,
    question?: SignedRequest,
  ): Promise<Outcome<unknown>> {
    const { pendingTimeout = 30_000, consensusTimeout = 0 } = call;
    const patience: Partial<Record<string, number>> = { pending: pendingTimeout, consensusNeeded: consensusTimeout };
    const { id, organizationId } = activity;
    const start = performance.now();
    for (let count = 1; ; count++) {
      const outcome = outcomeOf(name, operation, activity);
      const left = start + (patience[outcome.status] ?? 0) - performance.now();
      if (!(left > 0 && stamper)) return outcome;
      try {
        const pauseMs = Math.min(backoff(count), left);
        await withDeadline({ operation: name, signal: call.signal }, ({ sleep }) => sleep(pauseMs));
        question ??= await signPoll(id, { ...call, organizationId });
        activity = await poll(question, id, call);
      } catch (error) {
        if (!(error instanceof AbortError)) throw lostTrack(name, outcome, error);
        error.activityId = id;
        throw error;
      }
    }
  }

  async function resume(name: string, activityId: string, call: SubmitOptions = {}): Promise<unknown> {
    const operation = operationOf(name);
    const question = await signPoll(activityId, call);
    return settle(name, operation, await poll(question, activityId, call), call, question);
  }

  const methods: Record<string, unknown> = {
    stamp: async (name: string, input: object = {}, call: SubmitOptions = {}) =>
      sign(name, operationOf(name), input, call),
    send,
    resume,
  };
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const submit = async (input: object = {}, call: SubmitOptions = {}) =>
      send(await sign(name, operation, input, call), call);
    methods[name] = operation.items
      ? (input: { paginationOptions?: Position } = {}, call?: SubmitOptions) =>
          paginate(name, operation, input.paginationOptions, (paginationOptions) =>
            submit({ ...input, paginationOptions }, call),
          )
      : submit;
    if (operation.version !== undefined && !operation.vote)
      methods[`${name}OrThrow`] = async (input?: object, call?: SubmitOptions) =>
        resultOrThrow(name, (await submit(input, call)) as Outcome<unknown>);
  }
  return methods as unknown as CoreClient<Os>;
}

/** The activity in a response; with an `id`, only the activity with that id. */
function activityOf(name: string, answer: unknown, id?: string): AnyActivity {
  const { activity } = answer as { activity?: AnyActivity };
  if (
    typeof activity?.id !== 'string' ||
    typeof activity.organizationId !== 'string' ||
    activity.id !== (id ?? activity.id)
  )
    throw new TransportError('UNEXPECTED_RESPONSE', `${name}: the response has no activity`);
  return activity;
}
