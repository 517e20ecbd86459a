import { SettingsError } from '../process/settings-error.ts';
import { printable } from '../terminal/printable.ts';
import { withElapsedTime } from '../terminal/progress-line.ts';
import { type Activity, readActivity } from './activity.ts';
import { type Body, buildBody } from './build-body.ts';
import { CallFailure, exitCodes } from './call-failure.ts';
import { type Caller, type CallerOptions, readCaller } from './caller.ts';
import { type ContractDocument, readContractDocument } from './contract-document.ts';
import { curlCommand } from './curl-command.ts';
import { dryRunLines, outcomeOf } from './dry-run-lines.ts';
import { findOperation, type Operation, operationsOf, proxyScheme } from './operation.ts';
import { answerText, type Output } from './print-answer.ts';
import { type Answer, sendRequest, type WireRequest } from './send-request.ts';
import { shellWord } from './shell-word.ts';
import { waitForActivity } from './wait-for-activity.ts';

/** What the command line says. */
export interface CallInput extends CallerOptions {
  readonly name: string;
  readonly words: readonly string[];
  readonly json?: string | undefined;
  readonly organization?: string | undefined;
  readonly output: Output;
  readonly timeoutMs?: number | undefined;
  readonly waits: boolean;
  readonly isDryRun: boolean;
  readonly printsCurl: boolean;
  /** Whether the key is one of the parent of the organization. */
  readonly isOfParent: boolean;
}

/** Where the output goes. */
export interface CallOutput {
  readonly print: (text: string) => void;
  readonly report: (text: string) => void;
  /** The width of a table. */
  readonly width: number;
}

/** A call whose body was checked, right before it is sent. */
interface PreparedCall {
  readonly input: CallInput;
  readonly document: ContractDocument;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly body: Body;
}

/** How long an answer may take, and how long approvals may. */
const answerMs = 30_000;
const approvalMs = 10 * 60_000;

/** Ends with the deadline, or before it when there is no answer. */
const inTime = (deadline: AbortSignal) => AbortSignal.any([deadline, AbortSignal.timeout(answerMs)]);

/** Runs a call and returns its exit code. Throws a SettingsError while nothing was sent. */
export async function runCall(input: CallInput, output: CallOutput): Promise<number> {
  const call = await prepare(input);
  const { operation } = call;
  if (input.isDryRun && operation.kind !== 'activity') {
    output.print(`POST ${call.caller.baseUrl}${operation.path}\n${call.body.text}`);
    output.report('not sent');
    return exitCodes.completed;
  }
  const request = input.isDryRun ? await dryRunRequest(call) : await requestFor(call);
  if (input.printsCurl) return printCurl(request, output);
  const deadline = AbortSignal.timeout(input.timeoutMs ?? approvalMs);
  try {
    const send = sendRequest(call.document, request, inTime(deadline));
    const answer = await withElapsedTime(`waiting for the answer to ${operation.name}`, send);
    if (input.isDryRun) return printDryRun(operation.name, answer, input.output, output);
    return await finish(call, answer, deadline, output);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    output.report(error.message);
    return exitCodes.failed;
  }
}

async function prepare(input: CallInput): Promise<PreparedCall> {
  const document = readContractDocument();
  const operation = findOperation(operationsOf(document), input.name);
  const isActivity = operation.kind === 'activity';
  if (input.waits && !isActivity)
    throw new SettingsError(`--wait is for activities, and ${operation.name} is a ${operation.kind}`);
  if (input.waits && (input.isDryRun || input.printsCurl))
    throw new SettingsError('--wait cannot be combined with --dry-run or --curl, which execute nothing');
  if (input.isDryRun && input.printsCurl && !isActivity)
    throw new SettingsError('--dry-run and --curl cannot be combined for a query: neither sends anything');
  if (operation.kind === 'sign-up' && input.organization !== undefined)
    throw new SettingsError(`--organization is for calls with a key, and ${operation.name} has none`);
  const caller = await readCaller(input, process.env, document.servers[0]?.variables['base_url']?.default ?? '');
  // Before the body: without a key the organization is not known either.
  if (operation.kind !== 'sign-up' && (isActivity || !input.isDryRun)) await caller.stamper();
  const organizationId = input.organization?.toLowerCase() ?? caller.organizationId;
  const body = await buildBody(document, operation, { ...input, organizationId, now: new Date() });
  if (operation.kind !== 'sign-up') checkOrganization(input, caller, body);
  return { input, document, operation, caller, body };
}

/** Refuses a body for another organization than the caller means. */
function checkOrganization({ organization, isOfParent }: CallInput, caller: Caller, body: Body): void {
  const wanted = body.organizationId?.toLowerCase();
  if (organization !== undefined && organization.toLowerCase() !== wanted)
    throw new SettingsError(`--organization and the organizationId of the body are different`);
  if (caller.organizationId === undefined || caller.organizationId === wanted || isOfParent) return;
  throw new SettingsError(
    `the key of ${caller.source} belongs to the organization ${printable(caller.organizationId)}, and not to ${wanted}: use ` +
      'a key of that organization, or --as-parent with a key of its parent',
  );
}

async function requestFor({ document, operation, caller, body }: Omit<PreparedCall, 'input'>): Promise<WireRequest> {
  const url = caller.baseUrl + operation.path;
  if (operation.kind !== 'sign-up') {
    const stamper = await caller.stamper();
    return { operation, url, body: body.text, credential: await stamper.stamp(body.text) };
  }
  const { name = '' } = document.components.securitySchemes[proxyScheme] ?? {};
  const value = caller.authProxyConfigId;
  if (!value || !/^[\w-]+$/.test(value))
    throw new SettingsError(
      `${operation.name} needs the id of an auth-proxy configuration: use --auth-proxy-config ID, or a key file with authProxyConfigId`,
    );
  return { operation, url, body: body.text, credential: { name, value } };
}

/** The query that says what would become of an activity. */
async function dryRunRequest({ document, caller, body }: PreparedCall): Promise<WireRequest> {
  const operation = findOperation(operationsOf(document), 'dry_run_activity');
  const { organizationId } = body;
  const text = JSON.stringify({ organizationId, request: body.text });
  return await requestFor({ document, operation, caller, body: { text, organizationId } });
}

function printCurl(request: WireRequest, { print, report }: CallOutput): number {
  print(curlCommand(request));
  if (request.operation.kind === 'query')
    report(
      'not sent. The command holds a stamp, not a key: whoever has it can send this query for as long as the key is valid',
    );
  else if (request.operation.kind === 'activity')
    report('not sent. The command holds a stamp, not a key: whoever has it can send this activity, and only this one');
  else report('not sent');
  return exitCodes.completed;
}

function printDryRun(name: string, answer: Answer, format: Output, { print, width }: CallOutput): number {
  print(format === 'json' ? answerText(answer, format, width) : dryRunLines(name, answer).join('\n'));
  return outcomeOf(answer).code;
}

/** Waits on request, prints the answer, and says what to do about an activity that is not completed. */
async function finish(call: PreparedCall, first: Answer, deadline: AbortSignal, output: CallOutput): Promise<number> {
  const { input } = call;
  const isActivity = call.operation.kind === 'activity';
  const answer = isActivity && input.waits ? await wait(call, first, deadline) : first;
  output.print(answerText(answer, input.output, output.width));
  const activity = isActivity ? readActivity(answer) : undefined;
  // A user who rejects an activity wants this.
  const isWanted = call.operation.name === 'reject_activity' && activity?.isRejected;
  if (!activity || activity.isCompleted || isWanted) return exitCodes.completed;
  if (activity.isFinal) {
    output.report(ended(activity));
    return exitCodes.failed;
  }
  output.report(whatNext(activity, call));
  return exitCodes.waiting;
}

async function wait({ document, caller, body }: PreparedCall, first: Answer, deadline: AbortSignal): Promise<Answer> {
  const operation = findOperation(operationsOf(document), 'get_activity');
  const { organizationId } = body;
  return await waitForActivity(first, deadline, async (activityId, signal) => {
    const text = JSON.stringify({ organizationId, activityId });
    const request = await requestFor({ document, operation, caller, body: { text, organizationId } });
    return await sendRequest(document, request, inTime(signal));
  });
}

function ended({ id, isRejected, failure }: Activity): string {
  const why = typeof failure?.message === 'string' ? `: ${failure.message}` : '';
  return printable(`the activity ${id} ${isRejected ? 'was rejected' : 'failed'}${why}`);
}

function whatNext({ id, status, fingerprint }: Activity, { input, body }: PreparedCall): string {
  const where = input.organization === undefined ? '' : ` --organization ${shellWord(body.organizationId ?? '')}`;
  return [
    `the activity ${id} is not completed: it waits for approvals (${status})`,
    '  to approve it, another user runs',
    `    mintmark call approve_activity ${shellWord(`fingerprint=${fingerprint}`)}${where} --key FILE`,
    '  to see what became of it, run',
    `    mintmark call get_activity ${shellWord(`activityId=${id}`)}${where}`,
  ]
    .map((line) => line.replaceAll(/[\p{Cc}]/gu, '?'))
    .join('\n');
}
