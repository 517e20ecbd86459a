import { median, type Race } from '../race.ts';

/** The ratio is that of the speeds: the median over the rounds, which measure both one after the other. */
export function print(title: string, pairs: readonly (readonly [each: number, beside: number])[], aim?: number): void {
  const ratio = median(pairs.map(([each, beside]) => beside / each));
  printRow(
    title,
    { ratio, each: median(pairs.map(([each]) => each)), beside: median(pairs.map(([, one]) => one)) },
    aim,
  );
}

export const printRace = (title: string, { ratio, rate, referenceRate }: Race) =>
  printRow(title, { ratio, each: 1000 / rate, beside: 1000 / referenceRate });

/** The head of the table. */
export const printHead = (subject: string) => console.log(`${subject.padEnd(64)}ratio   aim      each ms   beside ms`);

function printRow(
  title: string,
  { ratio, each, beside }: { readonly ratio: number; readonly each: number; readonly beside: number },
  aim?: number,
): void {
  const columns = [
    ratio.toFixed(2).padStart(7),
    (aim?.toFixed(1) ?? '').padStart(5),
    each.toFixed(3).padStart(12),
    beside.toFixed(3).padStart(11),
  ];
  console.log(`  ${title.padEnd(60)}${columns.join(' ')}`);
}
