import { MintmarkError } from '@mintmark/client';
import { isEqualJson } from '../contract/is-equal-json.ts';
import type { SuiteReport } from '../test-suite.ts';
import { isPartOf } from './is-part-of.ts';
import { prepare } from './play.ts';
import { errorsOfSignIn } from './refusals.ts';
import { type Actor, type Stage, type StageInput, setStage } from './stage.ts';
import { stories } from './stories.ts';

/** What the suite needs to know about an operation to play its story. */
export interface StoryOperation {
  readonly method: string;
  readonly kind: 'activity' | 'vote' | 'query';
  /** The member with the items, where the answer is one page of a list. */
  readonly list: string | undefined;
}

export interface StorySuiteInput extends StageInput {
  /** Whether to play the votes of a council and the errors, too. */
  readonly isWhole: boolean;
  /** Whether a council decides each operation in one way only, the next operation in the next way. */
  readonly isDecidedOnce: boolean;
  readonly operations: readonly StoryOperation[];
}

/** How a council decides: it rejects, it approves, or it approves what then fails. */
const decisions = ['rejected', 'completed', 'failed'] as const;
type Decision = (typeof decisions)[number];

type Note = (what: string, failure?: string) => void;

/** Plays the story of every operation: its success, the votes of a council, and each of its own errors. */
export default async function run({
  operations,
  isWhole,
  isDecidedOnce,
  ...input
}: StorySuiteInput): Promise<SuiteReport> {
  const counts: Record<string, number> = {};
  const failures: string[] = [];
  for (const [index, operation] of operations.entries()) {
    const isPlayed = (decision: Decision) => !isDecidedOnce || decision === decisions[index % decisions.length];
    const note: Note = (what, failure) => {
      if (failure === undefined) counts[what] = (counts[what] ?? 0) + 1;
      else failures.push(`${operation.method}, ${what}: ${failure}`);
    };
    try {
      const stage = await setStage(input);
      try {
        await succeed(stage, operation, note);
        if (isWhole && operation.kind === 'activity' && !stories[operation.method]?.isAlone)
          await beDecided(stage, operation, note, isPlayed);
        if (isWhole) await beRefused(stage, operation, note);
        note('operations');
      } finally {
        await stage.strike();
        // Only a service that is busy may be asked again: every other error has its place in a story, or is a mistake.
        for (const { operation: retried, code } of stage.retries)
          note('retries', code === 'UNAVAILABLE' ? undefined : `${retried} was sent again because of ${code}`);
      }
    } catch (error) {
      note('the story', `${error}`);
    }
  }
  return { counts, failures };
}

async function succeed(stage: Stage, { method, kind, list }: StoryOperation, note: Note): Promise<void> {
  const { by, input, before } = await prepare(stage, method);
  const wanted = stories[method]?.shows?.(input, stage, ...before) ?? {};
  const compare = (what: string, got: unknown) =>
    note(what, isPartOf(wanted, got) ? undefined : `${JSON.stringify(got)} lacks ${JSON.stringify(wanted)}`);
  if (kind === 'activity') return compare('results', (await by.call(method, input)).result);
  if (kind === 'vote') {
    const [first] = stage.council;
    const own = method === 'approveActivity' && (await first.call(method, input)).status;
    if (own) note('votes', own === 'consensusNeeded' ? undefined : `the submitter's own left it ${own}`);
    const { status } = await by.call(method, input);
    return note(
      'votes',
      { approveActivity: 'completed', rejectActivity: 'rejected' }[method] === status ? undefined : status,
    );
  }
  if (!list) return compare('answers', await by.call(method, input));
  const { walked, whole } = await walkList(by, method, list, input);
  compare('answers', { [list]: walked });
  const places = (wanted as Record<string, unknown[]>)[list]?.map((one) =>
    walked.findIndex((item) => isPartOf(one, item)),
  );
  note('orders of lists', places?.every((place, index) => place >= (places[index - 1] ?? 0)) ? undefined : `${places}`);
  const isWhole = walked.length > Number(input.paginationOptions.limit) && isEqualJson(walked, whole);
  note('lists walked', isWhole ? undefined : `${walked.length} items on pages, ${whole.length} on one`);
}

/** Reads a list in pages, and on one page. It tries twice, since the chain may have changed something in between. */
async function walkList(by: Actor, method: string, list: string, input: object) {
  for (let triesLeft = 1; ; triesLeft--) {
    const walked: unknown[] = [];
    for await (const item of by.call(method, input)) walked.push(item);
    const whole: unknown[] = (await by.call(method, { ...input, paginationOptions: { limit: '100' } }))[list];
    if (triesLeft === 0 || isEqualJson(walked, whole)) return { walked, whole };
  }
}

/** The same operation with two voters: rejected, approved, and approved but failing. */
async function beDecided(
  stage: Stage,
  { method }: StoryOperation,
  note: Note,
  isPlayed: (decision: Decision) => boolean,
): Promise<void> {
  const [first, second] = stage.council;
  const inCouncil = { ...stage, root: first };

  async function submit(input: object) {
    const { status, activity } = await first.call(method, input);
    note('unfinished outcomes', status === 'consensusNeeded' ? undefined : `${status} instead of consensusNeeded`);
    return activity;
  }
  async function vote(selection: string, input: object, expected: string) {
    const activity = await submit(input);
    const outcome = await second.call(selection, { fingerprint: activity.fingerprint });
    note('votes', outcome.status === expected ? undefined : `${outcome.status} instead of ${expected}`);
    return outcome;
  }

  const { fails, refusals } = stories[method] ?? {};
  // The deletion of a sub-organization cannot be made to fail.
  if (isPlayed('rejected') || !fails) {
    const { input } = await prepare(inCouncil, method);
    const { activity } = await vote('rejectActivity', input, 'rejected');
    const seen = (await first.call('getActivity', { activityId: activity.id })).activity;
    note('unfinished outcomes', seen.status === 'ACTIVITY_STATUS_REJECTED' ? undefined : seen.status);
  }
  if (!fails) return;
  if (isPlayed('completed')) {
    const call = await prepare(inCouncil, method);
    // What only the parent may do fails in every sub-organization.
    if (call.by === first) await vote('approveActivity', call.input, 'completed');
  }
  if (isPlayed('failed')) {
    const doomed = await refusals?.[fails]?.(inCouncil, await prepare(inCouncil, method));
    const { status, failure } = await vote('approveActivity', doomed?.input, 'failed');
    const code = failure?.details?.[0]?.errorCode;
    note('unfinished outcomes', status === 'failed' && code === fails ? undefined : `failed for ${code}, not ${fails}`);
  }
}

async function beRefused(stage: Stage, { method }: StoryOperation, note: Note): Promise<void> {
  for (const [error, refusal] of Object.entries(stories[method]?.refusals ?? {})) {
    if (errorsOfSignIn.includes(error) && !stage.canSignIn) continue;
    const { by, input, organizationId } = await refusal(stage, await prepare(stage, method));
    const outcome = by.call(method, input, organizationId ? { organizationId } : {});
    const thrown: unknown = await outcome.then(
      // An execution that began and failed is an answer.
      ({ failure }) => failure?.details?.[0]?.errorCode,
      (reason: unknown) => reason,
    );
    const isRefused = thrown instanceof MintmarkError && thrown.name === 'ApiError' && thrown.code === error;
    const isRight = isRefused || thrown === error;
    note('documented errors', isRight ? undefined : `${thrown} instead of ${error}`);
  }
}
