import { placements, tables } from '../src/activities/tables.ts';
import { inSnakeCase } from '../src/core/tables/define-table.ts';
import { listOf, namesOf, nodeOf, outermostNodesOf, type Tree } from './sql-tree.ts';

/** A column of one use of a table, or a value that is sent with the statement. */
type Term = string;

/** Something that rows are read from, by the terms of its columns. */
type Source = (column: string) => Term | undefined;

/** One use of a distributed table. */
interface Use {
  readonly table: string;
  /** The column by which the machine of its rows is found. */
  readonly shard: Term;
  readonly query: Query;
}

const columnsOf = new Map(
  tables.map(({ name, key, columns }) => [name, [...key, ...Object.keys(columns), 'mac'].map(inSnakeCase)]),
);

/** A query, and what its conditions say about its sources. Those of the queries around it hold for its rows too. */
class Query {
  readonly around: Query | undefined;
  readonly sources: Map<string, Source>;
  readonly parts = new Map<string, Source>();
  readonly equalities: (readonly [Term, Term])[] = [];
  #optional: Query | undefined;

  constructor(around?: Query, sources = new Map<string, Source>()) {
    this.around = around;
    this.sources = sources;
  }

  /** What its outer joins add: their conditions hold for the rows that are joined, and leave out no others. */
  get optional(): Query {
    this.#optional ??= new Query(this, this.sources);
    return this.#optional;
  }

  part(name: string): Source | undefined {
    return this.parts.get(name) ?? this.around?.part(name);
  }

  /** The term of a column, which may be named together with its source. */
  termOf(names: readonly string[]): Term | undefined {
    const [source, column = ''] = names.length === 1 ? [undefined, names[0]] : names;
    const sources = source === undefined ? [...this.sources.values()] : [this.sources.get(source)];
    const own = sources.map((found) => found?.(column)).find((term) => term !== undefined);
    return own ?? this.around?.termOf(names);
  }

  get allEqualities(): (readonly [Term, Term])[] {
    return [...this.equalities, ...(this.around?.allEqualities ?? [])];
  }
}

/** The distributed tables that a statement uses without naming their organization by a value: each would be looked for on all machines. */
export function tablesWithoutOrganization(statement: Tree): string[] {
  const reader = new Reader();
  reader.read(statement, new Query());
  return reader.uses.filter((use) => !isFound(use)).map(({ table }) => table);
}

/** Whether the machine is known: the column is equal to a value, perhaps by way of other columns. */
function isFound({ shard, query }: Use): boolean {
  const known = new Set([shard]);
  const equalities = query.allEqualities;
  for (let size = 0; size < known.size; ) {
    size = known.size;
    for (const [one, other] of equalities) {
      if (known.has(one)) known.add(other);
      if (known.has(other)) known.add(one);
    }
  }
  return [...known].some((term) => term.startsWith('$'));
}

/** Reads the tree of a statement. */
class Reader {
  readonly uses: Use[] = [];
  #count = 0;

  /** Reads a statement, and returns what it can be read from. */
  read(statement: Tree, query: Query): Source {
    const [[kind, tree] = ['', {}]] = Object.entries(statement) as [string, Tree][];
    for (const { CommonTableExpr: part } of listOf(nodeOf(tree, 'withClause')?.['ctes']) as { CommonTableExpr: Tree }[])
      query.parts.set(String(part['ctename']), this.#readWithin(part['ctequery'] as Tree, query));
    switch (kind) {
      case 'SelectStmt':
        return this.#readSelect(tree, query);
      case 'InsertStmt':
        return this.#readInsert(tree, query);
      case 'UpdateStmt':
      case 'DeleteStmt':
        return this.#readChange(tree, query);
      default:
        return nothing;
    }
  }

  #readSelect(tree: Tree, query: Query): Source {
    if (tree['op'] !== undefined && tree['op'] !== 'SETOP_NONE') {
      for (const side of ['larg', 'rarg']) this.read({ SelectStmt: tree[side] as Tree }, new Query(query));
      return nothing;
    }
    this.#readSources(tree['fromClause'], query);
    this.#readCondition(tree['whereClause'], query);
    const { fromClause: _, withClause: __, ...others } = tree;
    this.#readNested(others, query);
    return outputOf(tree['targetList'], query);
  }

  /** Rows are inserted where the value of the column says. All rows of one statement belong to one organization. */
  #readInsert(tree: Tree, query: Query): Source {
    const use = this.#use(tree['relation'] as Tree, query);
    const select = nodeOf(tree['selectStmt'], 'SelectStmt');
    if (!select) return nothing;
    const inner = new Query(query);
    this.#readSelect(select, inner);
    const names = listOf(tree['cols']).map((column) => nodeOf(column, 'ResTarget')?.['name']);
    const index = names.findIndex((name) => use?.shard.endsWith(`.${name}`));
    const [row] = listOf(select['valuesLists']);
    const value = row
      ? listOf(nodeOf(row, 'List')?.['items'])[index]
      : nodeOf(listOf(select['targetList'])[index], 'ResTarget')?.['val'];
    const term = termOf(value, inner);
    query.equalities.push(...inner.equalities);
    if (use && term !== undefined) query.equalities.push([use.shard, term]);
    return nothing;
  }

  #readChange(tree: Tree, query: Query): Source {
    this.#use(tree['relation'] as Tree, query);
    this.#readSources(tree['fromClause'] ?? tree['usingClause'], query);
    this.#readCondition(tree['whereClause'], query);
    const { fromClause: _, usingClause: __, withClause: ___, relation: ____, ...others } = tree;
    this.#readNested(others, query);
    return nothing;
  }

  #readSources(sources: unknown, query: Query): void {
    for (const source of listOf(sources)) this.#readSource(source, query);
  }

  #readSource(source: Tree, query: Query): void {
    const relation = nodeOf(source, 'RangeVar');
    if (relation) this.#use(relation, query);
    const join = nodeOf(source, 'JoinExpr');
    if (join) {
      const joined = join['jointype'] === 'JOIN_INNER' ? query : query.optional;
      this.#readSource(join['larg'] as Tree, query);
      this.#readSource(join['rarg'] as Tree, joined);
      this.#readCondition(join['quals'], joined);
      this.#readNested(join['quals'], joined);
    }
    const nested = nodeOf(source, 'RangeSubselect');
    if (nested) query.sources.set(aliasOf(nested) ?? '', this.#readWithin(nested['subquery'] as Tree, query));
    const computed = nodeOf(source, 'RangeFunction');
    if (computed) {
      const name = `${++this.#count}`;
      query.sources.set(aliasOf(computed) ?? '', (column) =>
        namesOf((computed['alias'] as Tree | undefined)?.['colnames']).includes(column)
          ? `${name}.${column}`
          : undefined,
      );
      this.#readNested(computed, query);
    }
  }

  /** Reads a query whose rows another one reads: what holds for its rows holds there too. */
  #readWithin(statement: Tree, query: Query): Source {
    const inner = new Query(query);
    const source = this.read(statement, inner);
    query.equalities.push(...inner.equalities);
    return source;
  }

  /** Queries within expressions: what holds for their rows says nothing about those around them. */
  #readNested(expression: unknown, query: Query): void {
    for (const link of outermostNodesOf(expression, 'SubLink')) this.read(link['subselect'] as Tree, new Query(query));
  }

  #readCondition(condition: unknown, query: Query): void {
    const both = nodeOf(condition, 'BoolExpr');
    if (both?.['boolop'] === 'AND_EXPR') for (const part of listOf(both['args'])) this.#readCondition(part, query);
    const comparison = nodeOf(condition, 'A_Expr');
    if (comparison?.['kind'] !== 'AEXPR_OP' || namesOf(comparison['name'])[0] !== '=') return;
    const [left, right] = [termOf(comparison['lexpr'], query), termOf(comparison['rexpr'], query)];
    if (left !== undefined && right !== undefined) query.equalities.push([left, right]);
  }

  #use(relation: Tree, query: Query): Use | undefined {
    const table = String(relation['relname']);
    const alias = aliasOf(relation) ?? table;
    const part = query.part(table);
    if (part) {
      query.sources.set(alias, part);
      return undefined;
    }
    const name = `${++this.#count} ${table}`;
    const columns = columnsOf.get(table);
    const source: Source = (column) => (columns?.includes(column) ? `${name}.${column}` : undefined);
    query.sources.set(alias, source);
    const placement = placements.get(table);
    if (placement === undefined || placement === 'everywhere') return undefined;
    const use = { table, shard: `${name}.${placement.column}`, query };
    this.uses.push(use);
    return use;
  }
}

const nothing: Source = () => undefined;

const aliasOf = (holder: Tree): string | undefined =>
  (holder['alias'] as Tree | undefined)?.['aliasname'] as string | undefined;

/** What a select can be read from: its named columns, and all columns of sources with a star. */
function outputOf(targets: unknown, query: Query): Source {
  const columns = new Map<string, Term | undefined>();
  const stars: Source[] = [];
  for (const target of listOf(targets)) {
    const { name, val } = nodeOf(target, 'ResTarget') ?? {};
    const reference = nodeOf(val, 'ColumnRef');
    const fields = reference && listOf(reference['fields']);
    const names = namesOf(fields);
    if (fields?.some((field) => 'A_Star' in field))
      stars.push(...(names.length > 0 ? [query.sources.get(names[0] ?? '') ?? nothing] : query.sources.values()));
    else columns.set(String(name ?? names.at(-1)), termOf(val, query));
  }
  return (column) => columns.get(column) ?? stars.map((source) => source(column)).find((term) => term !== undefined);
}

function termOf(expression: unknown, query: Query): Term | undefined {
  const cast = nodeOf(expression, 'TypeCast');
  if (cast) return termOf(cast['arg'], query);
  const parameter = nodeOf(expression, 'ParamRef');
  if (parameter) return `$${parameter['number']}`;
  const reference = nodeOf(expression, 'ColumnRef');
  return reference && query.termOf(namesOf(reference['fields']));
}
