import type { Field, Scope, Type } from '@mintmark/policy';
import { activity, activityParameters, conditionScope, consensusScope, timeScope } from '@mintmark/policy/namespaces';
import { policyActions, policyResources, registry } from '@mintmark/schema';
import { CredentialType } from '@mintmark/schema/fields/credentials/credential';
import { HashFunction, PayloadEncoding } from '@mintmark/schema/fields/signing/raw-payload';
import { TransactionType } from '@mintmark/schema/fields/signing/transaction-type';

/** The page with the reference of the policy language. */
export const policyReference = 'docs/policy-language.md';

/** The page with its tables taken from the type checker and the contract. */
export function withPolicyReference(page: string): string {
  const parts = {
    condition: describeScope(withParametersTogether(conditionScope)),
    consensus: describeScope(consensusScope),
    time: describeScope(timeScope),
    words: describeWords(),
    activities: describeActivities(),
  };
  return Object.entries(parts).reduce((text, [name, lines]) => {
    const place = new RegExp(`(<!-- ${name} -->\n).*?(<!-- /${name} -->)`, 's');
    return text.replace(place, (_, start: string, end: string) => `${start}${lines.join('\n')}\n${end}`);
  }, page);
}

type StructType = Extract<Type, { kind: 'struct' }>;

/** The scope as the page shows it: each parameter is a namespace of its own, but they share one table. */
function withParametersTogether(scope: Scope): Scope {
  const rest = Object.entries(scope).filter(
    ([name]) => name !== 'activity' && !Object.hasOwn(activityParameters, name),
  );
  const fields = Object.fromEntries(
    Object.entries(activityParameters).map(([name, parameter]) => [name.replace('activity.params.', ''), parameter]),
  );
  const description =
    'Parameters of the request. Each activity has only its own, and a condition that names another one does not apply to it.';
  return {
    activity,
    'activity.params': { type: { kind: 'struct', name: 'Parameters', fields }, description },
    ...Object.fromEntries(rest),
  };
}

/** A section for each namespace, and below it one for each struct that was not described before. */
function describeScope(scope: Scope): string[] {
  const described = new Set<string>();
  return Object.entries(scope).flatMap(([name, { type, description }]) => {
    const structs = structsIn(type).filter((struct) => !described.has(struct.name));
    for (const struct of structs) described.add(struct.name);
    const own = type.kind === 'struct' ? describeStruct(type) : [`It is a ${inWords(type)}.`, ''];
    const others = structs.filter((struct) => struct !== type);
    return [
      `### ${name}`,
      '',
      description,
      '',
      ...own,
      ...others.flatMap((struct) => [`#### ${struct.name}`, '', ...describeStruct(struct)]),
    ];
  });
}

const describeStruct = ({ fields }: StructType): string[] => [
  '| Field | Type | What it is |',
  '|---|---|---|',
  ...Object.entries(fields).map(([name, field]) => row([`\`${name}\``, inWords(field.type), field.description])),
  '',
];

/** The structs that a type is made of, each once, the outer ones first. */
function structsIn(type: Type): StructType[] {
  const found =
    type.kind === 'list'
      ? structsIn(type.item)
      : type.kind === 'map'
        ? structsIn(type.value)
        : type.kind === 'struct'
          ? [type, ...Object.values(type.fields).flatMap((field) => structsIn(field.type))]
          : [];
  return [...new Map(found.map((struct) => [struct.name, struct])).values()];
}

const words = { bool: 'boolean', int: 'integer', timestamp: 'timestamp', any: 'value of any type' } as const;
const severalWords = { bool: 'booleans', int: 'integers', timestamp: 'timestamps', any: 'values of any type' } as const;

/** A type as the page names it: "list of [SolanaTransfer](#solanatransfer)", "string: a UUID". */
function inWords(type: Type): string {
  switch (type.kind) {
    case 'string':
      return `string${formOf(type)}`;
    case 'list':
      return `list of ${severalInWords(type.item)}`;
    case 'map':
      return `map of ${severalInWords(type.value)}`;
    case 'struct':
      return link(type);
    default:
      return words[type.kind];
  }
}

function severalInWords(type: Type): string {
  if (type.kind === 'string') return `strings${formOf(type, 'each ')}`;
  return type.kind === 'list' || type.kind === 'map' || type.kind === 'struct'
    ? inWords(type)
    : severalWords[type.kind];
}

const formOf = ({ form }: Extract<Type, { kind: 'string' }>, each = ''): string =>
  form ? `: ${each}${form.name}` : '';
const link = ({ name }: StructType): string => `[${name}](#${name.toLowerCase()})`;

/** The closed lists of words that are too long for a description. */
const wordLists: Readonly<Record<string, readonly string[]>> = {
  'activity.resource': policyResources,
  'activity.action': policyActions,
  'activity.params.type': TransactionType.options,
  'activity.params.encoding': PayloadEncoding.options,
  'activity.params.hash_function': HashFunction.options,
  'credentials[…].type': CredentialType.options,
};

function describeWords(): string[] {
  for (const [path, list] of Object.entries(wordLists)) requireWords(path, list);
  return [
    '| Field | Words |',
    '|---|---|',
    ...Object.entries(wordLists).map(([path, list]) =>
      row([`\`${path}\``, list.map((word) => `\`${word}\``).join(', ')]),
    ),
  ];
}

/** Fails if the type checker would refuse one of the words. */
function requireWords(path: string, list: readonly string[]): void {
  const [namespace = '', ...names] = Object.hasOwn(activityParameters, path)
    ? [path]
    : path.replace('[…]', '').split('.');
  let field: Field | undefined = { ...conditionScope, ...consensusScope }[namespace];
  for (const name of names) {
    const type: Type | undefined = field?.type.kind === 'list' ? field.type.item : field?.type;
    field = type?.kind === 'struct' ? type.fields[name] : undefined;
  }
  const form = field?.type.kind === 'string' ? field.type.form : undefined;
  const refused = list.filter((word) => form?.read(word) !== word);
  if (!form || refused.length > 0) throw new Error(`${path} cannot be ${refused.join(' or ')}`);
}

/** How policies group the activities. */
function describeActivities(): string[] {
  const units = Object.values(registry)
    .flatMap((unit) => ('policy' in unit ? [unit] : []))
    // The order of the registry depends on who loads it.
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const rootOnly = units.filter(({ policy }) => 'rootQuorumOnly' in policy).map(({ name }) => `\`${name}\``);
  const rows = policyResources.flatMap((resource) =>
    policyActions.flatMap((action) => {
      const kinds = units
        .filter(({ policy }) => 'resource' in policy && policy.resource === resource && policy.action === action)
        .map(({ name }) => `\`${name.toUpperCase()}\``);
      return kinds.length > 0 ? [row([`\`${resource}\``, `\`${action}\``, kinds.join(', ')])] : [];
    }),
  );
  return [
    '| `resource` | `action` | `kind` |',
    '|---|---|---|',
    ...rows,
    '',
    `Only the root quorum can allow ${rootOnly.join(', ')}. These have no kind, resource or action.`,
  ];
}

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
