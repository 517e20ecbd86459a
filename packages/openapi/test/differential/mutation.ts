import fc from 'fast-check';

type Path = readonly (string | number)[];

/** The paths of a value and of everything inside it. They are collected in one list, since large values have thousands. */
function placesOf(value: unknown, path: Path = [], places: Path[] = []): readonly Path[] {
  places.push(path);
  if (typeof value !== 'object' || value === null) return places;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of entries) placesOf(item, [...path, key], places);
  return places;
}

/** Marks a member to remove. */
const removed = Symbol('removed');

const replaceAt = (value: unknown, [step, ...rest]: Path, change: (old: unknown) => unknown): unknown => {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value
      .map((item, index) => (index === step ? replaceAt(item, rest, change) : item))
      .filter((item) => item !== removed);
  }
  return Object.fromEntries(
    Object.entries(value as object)
      .map(([key, item]) => [key, key === step ? replaceAt(item, rest, change) : item] as const)
      .filter(([, item]) => item !== removed),
  );
};

const otherValues = [
  null,
  true,
  0,
  -1,
  1.5,
  12,
  2 ** 53,
  '',
  '0',
  ' ',
  '\u0000',
  '\u0085',
  '\u{1f980}'.repeat(255),
  '\u{1f980}'.repeat(256),
  '\u{1f980}'.repeat(257),
  'a'.repeat(257),
  `ada@${`${'a'.repeat(49)}.`.repeat(4)}${'a'.repeat(50)}`,
  `ada@${`${'a'.repeat(49)}.`.repeat(4)}${'a'.repeat(51)}`,
  '2026-02-30T00:00:00Z',
  [],
  {},
  [null],
  { unknownMember: true },
];

type TextChange = (text: string) => string;

const textChanges: readonly TextChange[] = [
  (text) => `${text}\n`,
  (text) => `\n${text}`,
  (text) => ` ${text}`,
  (text) => text.slice(0, -1),
  (text) => text.slice(1),
  (text) => `${text}0`,
  (text) => `0${text}`,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => `${text}é`,
  (text) => `${text}\u{1f980}`,
  (text) => text.replace(/./s, '\u{1f980}'),
  (text) => text + text,
];

const change = fc.oneof(
  fc.constantFrom(...otherValues).map((other) => () => other),
  fc.constant((old: unknown) =>
    typeof old === 'object' && old !== null && !Array.isArray(old) ? { ...old, unknownMember: 1 } : removed,
  ),
  fc.constant(() => removed),
  fc.constantFrom(...textChanges).map((edit) => (old: unknown) => (typeof old === 'string' ? edit(old) : old)),
  fc.constant((old: unknown) => (Array.isArray(old) ? [...old, ...old] : old)),
);

/** Values that differ from valid ones in one place. */
export const mutated = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(valid, fc.nat(), change)
    .map(([value, seed, edit]) => {
      const places = placesOf(value);
      return replaceAt(value, places[seed % places.length] ?? [], edit);
    })
    .map((value) => (value === removed ? undefined : value))
    .filter((value) => value !== undefined);
