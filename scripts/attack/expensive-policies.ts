import { type Actor, makeActors, makeSubOrganization, resultOf, submission } from '../load/stamped-requests.ts';

const policiesOfOrganization = 99;
/** As many as fit into one request: an expression has up to 4,096 characters. */
const policiesOfRequest = 50;
/** A policy may take 50,000 steps. These take about 48,000. */
const pairedNumbers = 62;
const furtherNumbers = 880;

const numbers = (start: number, count: number) => `[${Array.from({ length: count }, (_, at) => start + at).join()}]`;
const paired = numbers(0, pairedNumbers);
const condition =
  `${paired}.all(x, ${paired}.any(y, x == y && activity.action != 'EXPORT'))` +
  ` && !(0 in ${numbers(100, furtherNumbers)})`;

/**
 * Creates a sub-organization whose policies take as long as they can, and returns a user of it whom they decide about. Everybody
 * who may sign up could do the same.
 */
export async function makeExpensivePolicies(port: number, root: Actor, name: string): Promise<Actor> {
  const [owner] = (await makeSubOrganization(port, root, name)) as [Actor];
  const policies = Array.from({ length: policiesOfOrganization }, (_, index) => ({
    ...{ policyName: `Policy ${index}`, effect: 'EFFECT_ALLOW', condition, notes: '' },
  }));
  for (const some of [policies.slice(0, policiesOfRequest), policies.slice(policiesOfRequest)])
    await resultOf(port, await submission(owner, 'create_policies', 'CREATE_POLICIES', { policies: some }));
  const [user] = (await makeActors(port, owner, 1)) as [Actor];
  return user;
}
