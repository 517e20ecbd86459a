import { printable } from '@mintmark/server/core/requests/printable';

type Members = Readonly<Record<string, unknown>>;
type Row = ReadonlyMap<string, string>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists of objects become tables where they fit into the width, and one row for each field where they do not. */
export function tableLines(value: Members, width: number): string[] {
  const blocks: string[][] = [];
  let fields: [string, unknown][] = [];
  const flush = () => {
    if (fields.length > 0) blocks.push(fieldLines(rowOf(Object.fromEntries(fields))));
    fields = [];
  };
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(member) || member.length === 0 || !member.every(isObject)) {
      fields.push([name, member]);
      continue;
    }
    flush();
    blocks.push(...listBlocks(name, member, width));
  }
  flush();
  return blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

function listBlocks(name: string, items: readonly Members[], width: number): string[][] {
  const rows = items.map((item) => rowOf(item));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ''))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => lengthOf(line[index] ?? ''))));
  const total = widths.reduce((sum, each) => sum + each + 2, -2);
  if (columns.length > 0 && total <= width)
    return [
      cells.map((line) =>
        line
          .map((cell, index) => pad(cell, widths[index] ?? 0))
          .join('  ')
          .trimEnd(),
      ),
    ];
  return items.map((item, index) => fieldLines(rowOf({ [`${name}.${index}`]: item })));
}

function fieldLines(row: Row): string[] {
  const longest = Math.max(...[...row.keys()].map(lengthOf));
  return [...row].map(([name, text]) => `${pad(name, longest)}  ${text}`.trimEnd());
}

/** The fields of a value by their paths. */
function rowOf(value: Members): Row {
  const row = new Map<string, string>();
  const add = (path: string, inner: unknown): void => {
    const isTime = isObject(inner) && Object.keys(inner).sort().join() === 'nanos,seconds';
    const members = typeof inner === 'object' && inner !== null && !isTime ? Object.entries(inner) : [];
    for (const [name, member] of members) add(path === '' ? name : `${path}.${name}`, member);
    if (members.length > 0) return;
    if (isTime) row.set(printable(path), timeOf(inner));
    else if (path !== '')
      row.set(printable(path), printable(typeof inner === 'string' ? inner : JSON.stringify(inner)));
  };
  add('', value);
  return row;
}

/** RFC 3339, to the second. */
function timeOf({ seconds }: Members): string {
  const time = new Date(Number(seconds) * 1000);
  return Number.isNaN(time.getTime()) ? printable(String(seconds)) : time.toISOString().replace('.000Z', 'Z');
}

const lengthOf = (text: string) => [...text].length;
const pad = (text: string, length: number) => text + ' '.repeat(Math.max(length - lengthOf(text), 0));
