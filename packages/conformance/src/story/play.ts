import { registry } from '@mintmark/schema';
import { decide, type Stage } from './stage.ts';
import { stories } from './stories.ts';
import type { Call, Done } from './story.ts';

/** A call that is ready to be made, and the calls that prepared it. */
export interface Prepared extends Call {
  readonly before: readonly Done[];
  /** Prepares the same call on another stage. */
  readonly prepareOn: (stage: Stage) => Promise<Call>;
}

/** Makes all calls that an operation needs to succeed, but not the call itself. */
export async function prepare(stage: Stage, method: string): Promise<Prepared> {
  const { after = [], by = ({ root }) => root, input } = stories[method] ?? missing(method);
  const before: Done[] = [];
  for (const earlier of after) before.push(await play(stage, earlier));
  const prepareOn = (other: Stage) => prepare(other, method);
  return { by: by(stage, ...before), input: await input(stage, ...before), before, prepareOn };
}

async function play(stage: Stage, method: string): Promise<Done> {
  if (method === 'openActivity') return openActivity(stage);
  const { by, input } = await prepare(stage, method);
  if (isQuery(method) || by === stage.visitor)
    return { input, output: await by.call(method, input), activity: undefined };
  const isCouncil = by === stage.council[0];
  const { result, activity } = await (isCouncil ? decide(stage.council, method, input) : by.call(method, input));
  return { input, output: result, activity };
}

const queries = new Set<string>(
  Object.values(registry)
    .filter(({ kind }) => kind === 'query')
    .map(({ method }) => method),
);

/** The sign-up proxy answers like a query. */
const isQuery = (method: string) => queries.has(method);

/** An activity that the first council member submitted and that waits for the second member's vote. */
async function openActivity({ council, newUser }: Stage): Promise<Done> {
  const input = { users: [newUser({ userTags: [] })] };
  const { activity } = await council[0].call('createUsers', input);
  return { input, output: undefined, activity };
}

function missing(method: string): never {
  throw new Error(`${method} has no story`);
}
