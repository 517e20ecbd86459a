import { type Allowance, EvaluationError, PolicyError } from '@mintmark/policy';
import { conditionScope } from '@mintmark/policy/namespaces';
import type { PolicyContext } from '../../core/handlers/implement.ts';
import { deniesOnly, type PolicyView } from '../../core/handlers/policy-view.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import type { CompiledExpression } from '../../core/ports/policy-sets.ts';
import type { PolicySubject } from '../../core/requests/read-activity.ts';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import type { AuthenticatorRow } from '../../identity/credentials/authenticator-record.ts';
import { readSessionProfile } from '../../identity/sessions/session-profile.ts';
import { compileExpression, tryToCompile } from '../sets/compile-expression.ts';
import { invalidPolicy } from '../sets/compile-policy.ts';
import { holds, lookUpIn } from './evaluate-policies.ts';
import type { EvaluationOptions } from './evaluation-options.ts';

/** The scope of a session, and what it sees of an activity. */
export interface ScopeCase {
  readonly scope: CompiledExpression;
  readonly views: readonly PolicyView[];
}

/** Reads what decides whether the session that a credential belongs to may do something. Every other credential has no scope. */
export async function readScopeCase(
  context: PolicyContext,
  credential: ApiKeyRow | AuthenticatorRow | undefined,
  subject: PolicySubject,
): Promise<ScopeCase | 'missing' | undefined> {
  const profileId = credential && 'curve' in credential ? credential.sessionProfileId : null;
  if (profileId === null) return undefined;
  const scope = await readScope(context, profileId);
  if (scope === 'missing') return 'missing';
  const needs = scope === undefined || scope instanceof PolicyError ? new Set<string>() : scope.names;
  const views = await subject.views(context, needs);
  return { scope, views: views.filter((view) => !view[deniesOnly]) };
}

/** Whether a session may do something. */
export async function isInScope(
  { scope, views }: ScopeCase,
  { subject, now }: { readonly subject: PolicySubject; readonly now: Date },
  allowance: Allowance,
  { inTurns = mapInTurns }: EvaluationOptions = {},
): Promise<boolean> {
  const policyCase = { subject, views, approvers: [], credentials: [], now };
  try {
    const covered = await inTurns(views, (view) =>
      allowance.spendOn((steps) => holds(scope, lookUpIn(policyCase, view), steps)),
    );
    return covered.length > 0 && covered.every(Boolean);
  } catch (error) {
    // A scope that names what the activity does not have does not cover it.
    if (error instanceof EvaluationError || error instanceof PolicyError) return false;
    throw error;
  }
}

async function readScope(context: PolicyContext, profileId: string): Promise<CompiledExpression | 'missing'> {
  const { sessionScopes } = context.services;
  const known = sessionScopes.get(profileId);
  if (known) return known;
  const profile = await readSessionProfile(context, profileId);
  if (!profile) return 'missing';
  const scope = compileExpression(profile.scope, conditionScope);
  if (scope) sessionScopes.set(profileId, scope);
  return scope;
}

/** Refuses the scope of a session profile that is not an expression of the policy language. */
export function requireScope(scope: string): void {
  const compiled = tryToCompile(scope, conditionScope);
  if (compiled instanceof PolicyError) throw invalidPolicy('session profile scope', 'parameters.scope', compiled);
}
