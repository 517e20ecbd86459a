import type { Unit } from '@mintmark/schema';
import type { z } from 'zod';
import { definitionOf, type Field, fieldsOf } from './fields.ts';

/** The resources of an organization, by the nouns in the member names of requests. */
const nouns = [
  'user',
  'userTag',
  'apiKey',
  'authenticator',
  'provider',
  'oauth2Credential',
  'activity',
  'subOrganization',
  'wallet',
  'walletAccount',
  'privateKey',
  'privateKeyTag',
  'policy',
  'smartContractInterface',
  'sessionProfile',
  'endpoint',
  'webhookDelivery',
  'sentTransaction',
  'deployRequest',
  'depositRequest',
  'withdrawRequest',
] as const;

/** The kind of resource that an id in a request refers to. */
export type IdKind = (typeof nouns)[number] | 'anotherUser' | 'anotherPrivateKey' | 'fingerprint';

/**
 * The ids whose kind does not follow from their member name or, for a cursor, from its list. Undefined means that the id is not
 * of a resource of an organization. An id of unknown kind fails the tests, so that none is forgotten.
 */
const kinds: Readonly<Record<string, IdKind | undefined>> = {
  organizationId: undefined,
  removeUserIds: 'anotherUser',
  removePrivateKeyIds: 'anotherPrivateKey',
  fingerprint: 'fingerprint',
  sendTransactionStatusId: 'sentTransaction',
  // An address as well.
  signWith: 'privateKey',
  'cursor of organizationIds': 'subOrganization',
  'cursor of accounts': 'walletAccount',
  // Opaque cursors.
  'cursor of vaults': undefined,
  'cursor of transactions': undefined,
  'cursor of values': undefined,
  // Ids from a browser or an identity provider, a component of the service, a passcode, and what is not built yet.
  credentialId: undefined,
  clientId: undefined,
  appName: undefined,
  otpId: undefined,
  templateId: undefined,
};

export interface IdField extends Field {
  readonly kind: IdKind;
  readonly isCursor: boolean;
}

/** All ids of a request. */
export function idFieldsOf(unit: Unit, request: z.ZodType): IdField[] {
  return [...fieldsOf(request)].filter(isId).flatMap((field) => {
    const isCursor = cursors.includes(field.name);
    const key = isCursor ? `cursor of ${listOf(unit)}` : field.name;
    const kind = key in kinds ? kinds[key] : nounOf(key);
    if (kind === undefined && !(key in kinds))
      throw new Error(
        `${unit.name} has an id at ${field.path.join('.')} that the tests do not know: add ${key} to id-fields.ts, and an instance to world.ts`,
      );
    return kind === undefined ? [] : [{ ...field, kind, isCursor }];
  });
}

/** The member of the response that has the items of a list. */
function listOf(unit: Unit): string | undefined {
  if (unit.kind !== 'query') return undefined;
  return [...fieldsOf(unit.response)].find(({ path, schema }) => path.length === 1 && isArray(schema))?.name;
}

const isArray = (schema: z.core.$ZodType) => definitionOf(schema).type === 'array';

/** The noun in names such as `userIds`, `addUserIds`, `userTags` and `cursor of users`. */
function nounOf(key: string): IdKind | undefined {
  const word = key
    .replace(/^cursor of /, '')
    .replace(/Ids?$/, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
  return nouns.find((noun) => word === noun || word.endsWith(noun.charAt(0).toUpperCase() + noun.slice(1)));
}

const cursors = ['after', 'before'];
const ids = ['57edc686-4d75-44c8-9591-a0fd76b2c95d', `sha256:${'0'.repeat(64)}`];

/** By its name, or because its schema accepts only ids. */
export function isId({ name, schema }: Pick<Field, 'name' | 'schema'>): boolean {
  if (definitionOf(schema).type !== 'string') return false;
  const takes = (text: string) => (schema as z.ZodType).safeParse(text).success;
  // Where it takes ids: some operations take addresses only.
  if (name === 'signWith') return ids.some(takes);
  return cursors.includes(name) || /Ids?$/.test(name) || (ids.some(takes) && !takes('text'));
}
