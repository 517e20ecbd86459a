import { tablesWithoutOrganization } from './found-by-organization.ts';
import { listOf, namesOf, nodeOf, nodesOf, parseStatement, type Tree } from './sql-tree.ts';

/** What a statement does that a distributed database refuses, or sends to every machine. */
export interface ShapeProblem {
  /** Whether it only takes longer, so that a statement that is sent rarely may do it. */
  readonly isOnlySlow: boolean;
  readonly words: string;
}

/** Limits of a transaction: each machine need not know them, since whoever asks it gives up. */
const limits = ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'];

/** What is wrong with a statement on a distributed database, a sentence for each rule that it breaks. */
export function shapeProblems(text: string): ShapeProblem[] {
  const tree = parseStatement(text);
  return [
    ...tablesWithoutOrganization(tree).map((table) => ({
      isOnlySlow: true,
      words: `${table} is not found by an organization: name it by "=" and a value for each use of a table`,
    })),
    ...functionsOfUpserts(tree).map((name) => ({
      isOnlySlow: false,
      words: `${name} is called in "on conflict": only functions that always have the same result may be`,
    })),
    ...(hasChangingPart(tree)
      ? [{ isOnlySlow: false, words: 'a part of "with" changes rows: it has to be a statement of its own' }]
      : []),
    ...settingsOfTransaction(tree).map((name) => ({
      isOnlySlow: false,
      words: `${name} is set for a transaction: the other machines do not get it`,
    })),
  ];
}

/** Their results depend on nothing but their arguments. */
const immutable = ['lower', 'upper', 'length'];

function functionsOfUpserts(tree: Tree): string[] {
  const clauses = [...nodesOf(tree, 'onConflictClause')];
  const called = clauses.flatMap((clause) =>
    [...nodesOf(clause, 'FuncCall')].map(({ funcname }) => namesOf(funcname).at(-1) ?? ''),
  );
  const times = clauses.flatMap((clause) => [...nodesOf(clause, 'SQLValueFunction')].map(() => 'the current time'));
  return [...called.filter((name) => !immutable.includes(name)), ...times];
}

const hasChangingPart = (tree: Tree): boolean =>
  [...nodesOf(tree, 'CommonTableExpr')].some(({ ctequery }) =>
    ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].some((kind) => nodeOf(ctequery, kind)),
  );

function settingsOfTransaction(tree: Tree): string[] {
  const calls = [...nodesOf(tree, 'FuncCall')].filter(({ funcname }) => namesOf(funcname).at(-1) === 'set_config');
  const called = calls.flatMap(({ args }) => {
    const [name, , isLocal] = listOf(args).map((argument) => nodeOf(argument, 'A_Const'));
    return nodeOf(isLocal, 'boolval')?.['boolval'] === true ? String(nodeOf(name, 'sval')?.['sval']) : [];
  });
  const set = [...nodesOf(tree, 'VariableSetStmt')].flatMap(({ is_local: isLocal, name }) =>
    isLocal ? String(name) : [],
  );
  return [...called, ...set].filter((name) => !limits.includes(name));
}
