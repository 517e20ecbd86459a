import { type Actor, makeActors, makeSubOrganization, resultOf, submission } from '../load/stamped-requests.ts';

const policiesOfOrganization = 99;
/** A policy may take 50,000 steps. These take about 46,000. */
const numbersInList = 62;

/**
 * Creates a sub-organization whose policies take as long as they can, and returns a user of it whom they decide about. Everybody
 * who may sign up could do the same.
 */
export async function makeExpensivePolicies(port: number, root: Actor, name: string): Promise<Actor> {
  const [owner] = (await makeSubOrganization(port, root, name)) as [Actor];
  const numbers = `[${Array.from({ length: numbersInList }, (_, index) => index).join()}]`;
  const condition = `${numbers}.all(x, ${numbers}.any(y, x == y && activity.action != 'EXPORT'))`;
  const policies = Array.from({ length: policiesOfOrganization }, (_, index) => ({
    ...{ policyName: `Policy ${index}`, effect: 'EFFECT_ALLOW', condition, notes: '' },
  }));
  await resultOf(port, await submission(owner, 'create_policies', 'CREATE_POLICIES', { policies }));
  const [user] = (await makeActors(port, owner, 1)) as [Actor];
  return user;
}
