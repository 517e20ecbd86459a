import { printable } from '@mintmark/server/core/requests/printable';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import type { Surroundings } from '../surroundings.ts';
import { withElapsedTime } from '../terminal/progress-line.ts';
import { terminalJson } from '../terminal/terminal-json.ts';
import { type Activity, readActivity } from './activity.ts';
import { type Body, buildBody } from './build-body.ts';
import { CallFailure, exitCodes } from './call-failure.ts';
import { type Caller, type CallerOptions, readCaller } from './caller.ts';
import { type ContractDocument, readContractDocument } from './contract-document.ts';
import { curlCommand } from './curl-command.ts';
import { dryRunLines, outcomeOf, readDryRun } from './dry-run-lines.ts';
import { nextSteps, statusStep } from './next-steps.ts';
import { findOperation, type Operation, operationsOf, proxyScheme } from './operation.ts';
import { answerText, type Output, submissionText } from './print-answer.ts';
import { type Approval, readApproval } from './read-approval.ts';
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
  /** Whether the key belongs to the parent of the organization. */
  readonly isOfParent: boolean;
  /** Whether to approve an activity without showing it. */
  readonly isUnseen: boolean;
}

/** What a call reads, and where its output goes. */
export interface CallSurroundings extends Pick<Surroundings, 'env' | 'cwd' | 'stdin' | 'print' | 'report' | 'screen'> {
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
export async function runCall(input: CallInput, output: CallSurroundings): Promise<number> {
  const call = await prepare(input, output);
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
    if (isApproval(call) && !input.isUnseen) {
      const code = await showApproval(call, deadline, output);
      if (code !== undefined) return code;
    }
    const send = sendRequest(call.document, request, inTime(deadline));
    const answer = await withElapsedTime(`waiting for the answer to ${operation.name}`, send, output.screen);
    if (input.isDryRun) return printDryRun(call, request, answer, output);
    if (operation.kind === 'activity') return await finish(call, answer, deadline, output);
    output.print(answerText(answer, input.output, output.width));
    return exitCodes.completed;
  } catch (error) {
    const isOurs = error instanceof CallFailure;
    output.report(isOurs ? error.message : printable(`the request was sent, but its answer cannot be read: ${error}`));
    return exitCodes.failed;
  }
}

async function prepare(input: CallInput, surroundings: CallSurroundings): Promise<PreparedCall> {
  const document = readContractDocument();
  const operation = findOperation(operationsOf(document), input.name);
  const isActivity = operation.kind === 'activity';
  if (input.waits && !isActivity)
    throw new SettingsError(`--wait is for activities, but ${operation.name} is a ${operation.kind}`);
  if (input.waits && (input.isDryRun || input.printsCurl))
    throw new SettingsError('--wait cannot be combined with --dry-run or --curl, which execute nothing');
  if (input.isDryRun && input.printsCurl && !isActivity)
    throw new SettingsError('--dry-run and --curl cannot be combined for a query: neither sends anything');
  if (input.isUnseen && operation.name !== approval)
    throw new SettingsError(`--unseen is for ${approval}, not for ${operation.name}`);
  if (operation.name === approval && input.printsCurl && !input.isUnseen)
    throw new SettingsError(
      '--curl sends nothing, so it cannot show what would be approved: add --unseen to approve without seeing it',
    );
  if (operation.kind === 'sign-up' && input.organization !== undefined)
    throw new SettingsError(`--organization is for calls with a key, but ${operation.name} uses none`);
  const caller = await readCaller(input, surroundings, document.servers[0]?.variables['base_url']?.default ?? '');
  // Before the body: without a key the organization is not known either.
  if (operation.kind !== 'sign-up' && (isActivity || !input.isDryRun)) await caller.stamper();
  const organizationId = input.organization?.toLowerCase() ?? caller.organizationId;
  const body = await buildBody(document, operation, {
    ...input,
    inputs: surroundings,
    organizationId,
    now: new Date(),
  });
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
    `the key of ${caller.source} belongs to the organization ${printable(caller.organizationId)}, not to ${wanted}: use ` +
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

function printCurl(request: WireRequest, { print, report }: CallSurroundings): number {
  print(curlCommand(request));
  if (request.operation.kind === 'query')
    report(
      'not sent. The command holds a stamp, not a key: anyone who has it can send this query for as long as the key is valid',
    );
  else if (request.operation.kind === 'activity')
    report(
      'not sent. The command holds a stamp, not a key: anyone who has it can send this activity, and only this one',
    );
  else report('not sent');
  return exitCodes.completed;
}

function printDryRun(
  { input, operation }: PreparedCall,
  sent: WireRequest,
  answer: Answer,
  output: CallSurroundings,
): number {
  const dryRun = readDryRun(sent.operation.name, answer);
  output.print(input.output === 'json' ? terminalJson(answer) : dryRunLines(operation.name, dryRun).join('\n'));
  return outcomeOf(dryRun).code;
}

/** Waits on request, prints the answer, and says what to do about an activity that is not completed. */
async function finish(
  call: PreparedCall,
  first: Answer,
  deadline: AbortSignal,
  output: CallSurroundings,
): Promise<number> {
  const { input, operation } = call;
  const answer = input.waits ? await wait(call, first, deadline, output) : first;
  const activity = readActivity(operation.name, answer);
  output.print(submissionText(answer, activity, input.output, output.width));
  // A user who rejects an activity wants this.
  const isWanted = operation.name === 'reject_activity' && activity.isRejected;
  if (activity.isCompleted || isWanted) return exitCodes.completed;
  if (activity.isFinal) {
    output.report(ended(activity));
    return exitCodes.failed;
  }
  output.report(nextSteps(activity, input));
  return exitCodes.waiting;
}

/** Asks a query in the organization of a call. */
async function ask(call: PreparedCall, name: string, fields: object, deadline: AbortSignal): Promise<Answer> {
  const { document, caller, body } = call;
  const { organizationId } = body;
  const operation = findOperation(operationsOf(document), name);
  const text = JSON.stringify({ organizationId, ...fields });
  const request = await requestFor({ document, operation, caller, body: { text, organizationId } });
  return await sendRequest(document, request, inTime(deadline));
}

const approval = 'approve_activity';

const isApproval = ({ operation, input }: PreparedCall): boolean => operation.name === approval && !input.isDryRun;

/** Shows what would be approved. Returns an exit code if not all of it can be shown: then it must not be approved. */
async function showApproval(
  call: PreparedCall,
  deadline: AbortSignal,
  output: CallSurroundings,
): Promise<number | undefined> {
  const { fingerprint } = JSON.parse(call.body.text).parameters;
  const { lines, unseen } = await seenBy(call, fingerprint, deadline, output);
  output.report(lines.join('\n'));
  if (unseen.length === 0) return undefined;
  const where = `mintmark call list_activity_values ${shellWord(`fingerprint=${fingerprint}`)}`;
  output.report(
    [
      `not approved: ${unseen.join(', and ')}`,
      `  to see everything, run\n    ${where} paginationOptions.limit=100`,
      '  and again with paginationOptions.after=CURSOR, the endCursor of the answer; get_activity shows the request',
      '  to approve it without seeing all of it, add --unseen',
    ].join('\n'),
  );
  return exitCodes.notSent;
}

async function seenBy(
  call: PreparedCall,
  fingerprint: string,
  deadline: AbortSignal,
  { screen }: CallSurroundings,
): Promise<Approval> {
  try {
    const asking = readApproval((name, fields) => ask(call, name, fields, deadline), fingerprint);
    return await withElapsedTime('reading what would be approved', asking, screen);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    throw new CallFailure(
      `not approved: what would be approved could not be read: ${error.message}\n  to approve it without seeing it, add --unseen`,
    );
  }
}

async function wait(
  call: PreparedCall,
  first: Answer,
  deadline: AbortSignal,
  { screen }: CallSurroundings,
): Promise<Answer> {
  const { input, operation } = call;
  const { id } = readActivity(operation.name, first);
  try {
    return await waitForActivity(operation.name, first, deadline, screen, (activityId, signal) =>
      ask(call, 'get_activity', { activityId }, signal),
    );
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    const problem = printable(`the activity ${id} was submitted, but its status could not be fetched`);
    throw new CallFailure(`${problem}: ${error.message}\n${statusStep({ id }, input)}`);
  }
}

function ended({ id, isRejected, failure }: Activity): string {
  const why = typeof failure?.message === 'string' ? `: ${failure.message}` : '';
  return printable(`the activity ${id} ${isRejected ? 'was rejected' : 'failed'}${why}`);
}
