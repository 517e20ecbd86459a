import type { Unit } from '@mintmark/schema';
import type { z } from 'zod';
import { definitionOf, type Field, fieldsOf } from './fields.ts';

/** What an id in a request is the id of. */
export type IdKind =
  | 'user'
  | 'anotherUser'
  | 'userTag'
  | 'apiKey'
  | 'authenticator'
  | 'activity'
  | 'fingerprint'
  | 'subOrganization';

/**
 * What each id is the id of, by the member that holds it or, for a cursor, by its operation; undefined is no id of something
 * that an organization has. A member that is not here fails the tests, so that no new one is forgotten.
 */
const kinds: Readonly<Record<string, IdKind | undefined>> = {
  organizationId: undefined,
  userId: 'user',
  userIds: 'user',
  addUserIds: 'user',
  removeUserIds: 'anotherUser',
  userTags: 'userTag',
  userTagId: 'userTag',
  userTagIds: 'userTag',
  apiKeyId: 'apiKey',
  apiKeyIds: 'apiKey',
  authenticatorId: 'authenticator',
  authenticatorIds: 'authenticator',
  activityId: 'activity',
  fingerprint: 'fingerprint',
  'list_activities cursor': 'activity',
  'list_suborgs cursor': 'subOrganization',
  'list_verified_suborgs cursor': 'subOrganization',
  // Cursors that are opaque.
  'list_earn_vaults cursor': undefined,
  'list_eth_transaction_history cursor': undefined,
  // An id that a browser gave, one that an identity provider gave, a component of the service, and what is not built.
  credentialId: undefined,
  clientId: undefined,
  appName: undefined,
  sessionProfileId: undefined,
};

export interface IdField extends Field {
  readonly kind: IdKind;
  readonly isCursor: boolean;
}

/** The ids of a request, of whatever they are. */
export function idFieldsOf({ name }: Unit, request: z.ZodType): IdField[] {
  return [...fieldsOf(request)].filter(isId).flatMap((field) => {
    const isCursor = cursors.includes(field.name);
    const key = isCursor ? `${name} cursor` : field.name;
    if (!(key in kinds)) throw new Error(`${name} has an id at ${field.path.join('.')} that the tests do not know`);
    const kind = kinds[key];
    return kind === undefined ? [] : [{ ...field, kind, isCursor }];
  });
}

const cursors = ['after', 'before'];
const ids = ['57edc686-4d75-44c8-9591-a0fd76b2c95d', `sha256:${'0'.repeat(64)}`];

/** By its name, or because nothing but ids will do. */
function isId({ name, schema }: Field): boolean {
  if (definitionOf(schema).type !== 'string') return false;
  const takes = (text: string) => (schema as z.ZodType).safeParse(text).success;
  return cursors.includes(name) || /Ids?$/.test(name) || (ids.some(takes) && !takes('text'));
}
