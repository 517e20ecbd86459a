import { expect, test } from 'vitest';
import { scope } from '../../test/policy-scope.ts';
import { compile } from '../evaluate/compile.ts';
import { countsVoter } from './counts-voter.ts';

const alice = {
  approver: { id: 'alice', tags: ['admin', 'ops'], email: 'alice@example.com' },
  credentials: [
    { id: 'key-1', user_id: 'alice', type: 'API_KEY' },
    { id: 'key-2', user_id: 'alice', type: 'PASSKEY' },
  ],
};
const bob = { approver: { id: 'bob', tags: [], email: undefined }, credentials: [] };

/** Expressions, and whether an approval of Alice, and one of Bob, can count. */
test.each([
  ["approvers.any(user, user.id == 'alice')", true, false],
  ["approvers.any(user, user.id == 'bob')", false, true],
  ["approvers.any(user, user.id == 'alice') && approvers.any(user, user.id == 'bob')", true, true],
  ["approvers.any(user, user.id == 'carol') || approvers.any(user, user.id == 'bob')", false, true],
  ["approvers.filter(user, user.tags.contains('ops')).count() >= 2", true, false],
  ["approvers.filter(user, 'ops' in user.tags).count == 2", true, false],
  ["2 <= approvers.filter(user, user.tags.contains('ops')).count()", true, false],
  ["approvers.filter(user, 'ops' in user.tags).filter(user, user.id == 'bob').count() > 0", false, false],
  ["approvers.filter(user, 'ops' in user.tags).any(user, user.id == 'alice')", true, false],
  ["approvers[0..1].any(user, user.id == 'alice')", true, false],
  ['approvers.count() >= 2', true, true],
  ['approvers.count() == 2', true, true],
  ['approvers.count() != 0', true, true],
  ['2 <= approvers.count()', true, true],
  ['1 < approvers.count', true, true],
  ['approvers.count() < 3', false, false],
  ['approvers.count() <= 3', false, false],
  ['3 > approvers.count()', false, false],
  ['!(approvers.count() < 2)', true, true],
  ['!(approvers.count() >= 2)', false, false],
  ["approvers.count() >= 2 && approvers.all(user, 'ops' in user.tags)", true, false],
  ["approvers.all(user, 'ops' in user.tags) && approvers.count() >= 2", true, false],
  ["approvers.count() >= 2 && credentials.all(c, c.type == 'PASSKEY')", true, true],
  ["approvers.count() >= 2 && !approvers.all(user, user.id == 'bob')", true, true],
  ["approvers.all(user, user.id == 'alice')", false, false],
  ["!approvers.any(user, user.id == 'alice')", false, false],
  ["!!approvers.any(user, user.id == 'alice')", true, false],
  ["!approvers.all(user, user.id != 'alice')", true, false],
  ["approvers.any(user, user.id == 'alice') == true", true, false],
  ["approvers.any(user, user.id == 'alice') == false", false, false],
  ["approvers.any(user, user.id == 'alice') != false", true, false],
  ["true != approvers.any(user, user.id == 'alice')", false, false],
  ["(approvers.filter(user, user.id == 'alice').count() <= 1) == false", true, false],
  ["credentials.any(c, c.type == 'PASSKEY')", true, false],
  ["credentials.filter(c, c.type == 'PASSKEY').count() >= 1", true, false],
  ['credentials.count() >= 2', true, false],
  ["approvers.any(user, credentials.any(c, c.user_id == user.id && c.type == 'PASSKEY'))", true, false],
  ["['ops', 'legal'].all(tag, approvers.any(user, user.tags.contains(tag)))", true, false],
  ["['legal'].all(tag, approvers.any(user, user.tags.contains(tag)))", false, false],
  // An error in a predicate.
  ["approvers.any(user, user.email == 'x' || true)", true, false],
  ["approvers.count() >= 2 && approvers.all(user, user.email != 'x')", true, false],
  // Whoever is shut out must not count, or a vote could block what others decide.
  ["approvers.count() >= 2 && !approvers.any(user, user.id == 'alice')", false, true],
  ["approvers.count() >= 2 && approvers.any(user, user.id == 'alice') == false", false, true],
  ["approvers.count() >= 2 && approvers.filter(user, 'ops' in user.tags).count() == 0", false, true],
  ["approvers.count() >= 2 && 1 > approvers.filter(user, 'ops' in user.tags).count()", false, true],
  ["approvers.count() >= 2 && !(approvers.filter(user, 'ops' in user.tags).count() > 0)", false, true],
  ["approvers.count() >= 2 && approvers.filter(user, 'ops' in user.tags).count() <= 3", true, true],
  ["approvers.any(user, 'ops' in user.tags) && approvers.all(user, user.id != 'alice')", false, false],
  ["approvers.any(user, 'ops' in user.tags) && !approvers.any(user, user.id == 'alice')", false, false],
  ["approvers.count() >= 3 || (approvers.count() >= 2 && !approvers.any(user, user.id == 'alice'))", true, true],
  ["!(approvers.any(user, user.id == 'alice') || approvers.count() < 2)", false, true],
  ["!(approvers.any(user, user.id == 'alice') && approvers.count() < 2)", true, true],
  ["approvers.count() >= 2 && !credentials.any(c, c.type == 'API_KEY')", true, true],
  ["approvers.count() >= 2 && !credentials.any(c, c.type != 'OTHER')", false, true],
  ["0 != approvers.filter(user, 'ops' in user.tags).count()", true, false],
  ['true', false, false],
  ["approvers.any(user, user.id == 'alice') && activity.label == 'x'", true, false],
])('default: %s', (text, countsAlice, countsBob) => {
  const expression = compile(text, scope);
  expect([countsVoter(expression, alice), countsVoter(expression, bob)]).toEqual([countsAlice, countsBob]);
});

test('error: an exhausted budget counts nobody', () => {
  const tags = Array.from({ length: 1_000 }, () => 'ops');
  const large = { approver: { id: 'a', tags, email: 'e' }, credentials: [] };
  const expression = compile('approvers.any(user, user.tags.all(a, user.tags.all(b, a == b)))', scope);
  expect(countsVoter(expression, large)).toBe(false);
});
