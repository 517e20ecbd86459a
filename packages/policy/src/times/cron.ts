const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  // 0 and 7 are Sunday.
  { name: 'day of the week', min: 0, max: 7 },
] as const;

const LONGEST_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What a cron text names. The numbers of each field are in ascending order. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[];
  /** As usual in cron, a day then needs only one of its two fields. */
  readonly eitherDay: boolean;
}

/** A cron text of five fields with numbers, ranges, lists and `*`, or what is wrong with it. */
export function readCron(text: string): Cron | { readonly expected: string } {
  const fields = text.split(' ').filter((field) => field !== '');
  if (fields.length !== FIELDS.length) return { expected: 'a cron text with five fields' };
  const read: number[][] = [];
  for (const [position, { name, min, max }] of FIELDS.entries()) {
    const numbers = readField(fields[position] ?? '', min, max);
    if (!numbers) return { expected: `numbers, ranges or * from ${min} to ${max} as the ${name} of a cron text` };
    read.push(numbers);
  }
  const [minutes = [], hours = [], daysOfMonth = [], months = [], weekdays = []] = read;
  const daysOfWeek = ascending(weekdays.map((day) => day % 7));
  const eitherDay = fields[2] !== '*' && fields[4] !== '*';
  const firstDay = daysOfMonth[0] ?? 1;
  if (!eitherDay && months.every((month) => firstDay > (LONGEST_MONTH[month - 1] ?? 0))) {
    return { expected: 'a day that exists in one of the months of the cron text' };
  }
  return { minutes, hours, daysOfMonth, months, daysOfWeek, eitherDay };
}

function readField(field: string, min: number, max: number): number[] | undefined {
  if (field === '*') return numbersFrom(min, max);
  const numbers: number[] = [];
  for (const item of field.split(',')) {
    const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(item) ?? [];
    const [first, last] = [Number(from), Number(to)];
    // Also false for NaN, which stands for an item that is not a number.
    if (!(first >= min && last >= first && last <= max)) return undefined;
    numbers.push(...numbersFrom(first, last));
  }
  return ascending(numbers);
}

function numbersFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((left, right) => left - right);
}
