import { contractLocation } from './contract-location.ts';

export type Impact = 'patch' | 'minor' | 'major';

/** One rated change of the contract, with its description. */
export interface Change {
  readonly impact: Impact;
  readonly section: 'breaking' | 'added' | 'other';
  readonly location: string;
  readonly message: string;
}

/** One change as `redocly diff --format=json` reports it. */
export interface RawChange {
  readonly kind: 'added' | 'removed' | 'modified';
  readonly typeName: string;
  readonly property?: string;
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
  readonly base?: Side;
  readonly revision?: Side;
}

interface Side {
  readonly pointer: string;
  readonly value?: unknown;
}

/** The rating of a change, without its location. */
export type Rating = Omit<Change, 'location'>;

export const breaking = (message: string): Rating => ({ impact: 'major', section: 'breaking', message });
export const added = (message: string): Rating => ({ impact: 'minor', section: 'added', message });
export const relaxed = (message: string): Rating => ({ impact: 'minor', section: 'other', message });
const reworded = (message: string): Rating => ({ impact: 'patch', section: 'other', message });

/** Parts that only human readers notice. */
const prose = {
  types: /^(Contact|Example|ExamplesMap|ExternalDocs|Info|License|SpecExtension|Tag|TagList|TagGroups?)$/,
  properties: /^(\$comment|description|examples?|openapi|summary|tags|title|x-.*)$/,
};

/** Properties that Redocly's rules rate in both directions. If no rule matched, the change requires nothing new. */
const weighed = new RegExp(
  `^(${[
    'Operation.operationId',
    '(Parameter|RequestBody).required',
    'Schema.(additionalProperties|const|content(Encoding|MediaType)|enum|format|items|multipleOf|pattern|required|type)',
    'Schema.((exclusive)?(M|m)(ax|in)imum|(max|min)(Items|Length|Properties)|unevaluated(Items|Properties)|uniqueItems)',
  ].join('|')})$`,
);

/** Rates one change. Redocly's rules come first. A change that is not known to be harmless counts as breaking. */
export function rateChange(raw: RawChange): Change {
  const faults = raw.verdicts.filter(({ ruleId }) => !isGrowth(raw, ruleId)).map(({ message }) => message);
  const rating = faults.length > 0 ? breaking(faults.join(' ')) : rateSilent(raw);
  return { ...rating, location: contractLocation(pointer(raw)) };
}

/** Responses may gain enum values and variants, and clients must expect that. `null` is neither. */
function isGrowth({ kind, revision }: RawChange, ruleId: string): boolean {
  if (ruleId === 'enum-values-added') return revision?.value !== undefined;
  if (ruleId !== 'schema-combinator-changed' || kind !== 'added') return false;
  return /\/(oneOf|anyOf)\/\d+$/.test(revision?.pointer ?? '') && field(revision, 'type') !== 'null';
}

function rateSilent(raw: RawChange): Rating {
  if (prose.types.test(raw.typeName))
    return reworded(raw.property ? `\`${raw.property}\` changed.` : `Was ${raw.kind}.`);
  if (raw.typeName.startsWith('SecurityRequirement')) return relaxed('Authentication requires no more than before.');
  if (raw.kind === 'modified') return rateModified(raw);
  if (raw.kind === 'removed') return breaking('Was removed.');
  const isDemanded = raw.typeName === 'RequestBody' && field(raw.revision, 'required') === true;
  return isDemanded ? breaking('A required request body was added.') : added('Was added.');
}

function rateModified({ typeName, property = '', base, revision }: RawChange): Rating {
  const from = base?.value;
  const to = revision?.value;
  const message = `\`${property}\` changed from ${show(from)} to ${show(to)}.`;
  if (prose.properties.test(property)) return reworded(`\`${property}\` changed.`);
  if (missing(from, to).length + missing(to, from).length === 0) return reworded(`\`${property}\` was reordered.`);
  switch (property) {
    case 'key':
      // Redocly reports a path that means something else, so this is only another name for a path parameter.
      return typeName === 'PathItem' ? reworded(message) : breaking(`Was renamed from ${show(from)}.`);
    case 'deprecated':
      return relaxed(to === true ? 'Is now deprecated.' : 'Is no longer deprecated.');
    case 'default':
      return from === undefined ? relaxed(message) : breaking(message);
    case 'enum':
      return rateEnum(from, to) ?? relaxed(message);
    default:
      return weighed.test(`${typeName}.${property}`) ? relaxed(message) : breaking(message);
  }
}

/** Redocly allows a response to lose an enum value, but code that names the value would no longer compile. */
function rateEnum(from: unknown, to: unknown): Rating | undefined {
  if (from === undefined || to === undefined) return undefined;
  const lost = missing(from, to);
  return lost.length > 0 ? breaking(`Lost ${show(lost)}.`) : added(`Gained ${show(missing(to, from))}.`);
}

/** The items of `list` that are not in `other`. */
function missing(list: unknown, other: unknown): unknown[] {
  return [list].flat().filter((value) => ![other].flat().includes(value));
}

function pointer({ kind, property, base, revision }: RawChange): string {
  const { pointer = '' } = revision ?? base ?? {};
  return kind === 'modified' && pointer.endsWith(`/${property}`) ? pointer.slice(0, -`/${property}`.length) : pointer;
}

function field(side: Side | undefined, name: string): unknown {
  return (side?.value as Record<string, unknown> | undefined)?.[name];
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ');
  return value === undefined ? 'nothing' : `'${value}'`;
}
