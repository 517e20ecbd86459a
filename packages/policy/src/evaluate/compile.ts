import { Checker } from '../check/checker.ts';
import type { Node } from '../check/node.ts';
import { lex } from '../syntax/lexer.ts';
import { Parser } from '../syntax/parser.ts';
import { PolicyError } from '../syntax/policy-error.ts';
import type { Scope } from '../values/type.ts';
import type { Step } from './build-step.ts';
import { stepOf } from './step-of.ts';

const MAX_TEXT = 4_096;

export interface Expression {
  readonly text: string;
  /** The dotted names of the scope that it uses. */
  readonly namespaces: ReadonlySet<string>;
  /**
   * The namespaces and every path of fields below them, also through lists and maps:
   * `solana.tx`, `solana.tx.transfers`, `solana.tx.transfers.amount`.
   */
  readonly names: ReadonlySet<string>;
  readonly root: Node;
  /** Computes the value of the root. */
  readonly step: Step;
  /** The steps of parts that were evaluated alone. Few are, so they are not made for all of them. */
  readonly stepsOfParts: Map<Node, Step>;
}

/**
 * Reads a text as an expression that is true or false, or throws a {@link PolicyError} that says what was expected where.
 *
 * @example compile("activity.kind == 'CREATE_USERS' && approvers.count() >= 2", scope)
 */
export function compile(text: string, scope: Scope): Expression {
  if (text.length > MAX_TEXT) {
    throw new PolicyError(text, MAX_TEXT, `expected at most ${MAX_TEXT} characters, found ${text.length}`);
  }
  const syntax = new Parser(text, lex(text)).parse();
  const checker = new Checker(text, scope);
  const root = checker.checkBool(syntax);
  return {
    text,
    namespaces: checker.namespaces,
    names: checker.names,
    root,
    step: stepOf(root),
    stepsOfParts: new Map(),
  };
}
