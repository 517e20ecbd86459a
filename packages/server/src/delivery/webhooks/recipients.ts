import type { Organization } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Sql } from '../../storage/store/database.ts';
import { type EventType, gets, readEndpoints } from './endpoint-row.ts';
import type { EndpointKey } from './leave-for-endpoints.ts';

/** Who gets the events of an organization. */
export interface Recipients {
  /** Endpoints of the organization and of its parent. */
  readonly endpoints: readonly EndpointKey[];
  /** The parent, if the outbox finds its endpoints after the commit. */
  readonly parentId: string | undefined;
}

/** Whether events are to be left for anybody. */
export const hasRecipients = ({ endpoints, parentId }: Recipients): boolean =>
  endpoints.length > 0 || parentId !== undefined;

interface RecipientsContext {
  readonly sql: Sql;
  readonly services: Pick<Services, 'macs' | 'distribution' | 'listeners'>;
  /** The organization that the events are about. */
  readonly organization: Pick<Organization, 'id' | 'parentId'>;
}

/**
 * Finds who gets the events of an organization. The rows of a parent may be on another machine of a distributed database: that must
 * neither take part in each transaction of its sub-organizations nor hold them up when it is away.
 */
export async function findRecipients(context: RecipientsContext, eventType: EventType): Promise<Recipients> {
  const { sql, services, organization } = context;
  const { id, parentId } = organization;
  const owners = parentId === null || services.distribution.isDistributed ? [id] : [id, parentId];
  const endpoints = await Promise.all(
    owners.map((owner) => readEndpoints({ sql, services, organization: { id: owner } })),
  );
  return {
    endpoints: endpoints.flat().filter((endpoint) => gets(endpoint, eventType)),
    parentId: parentToAsk(context, eventType),
  };
}

/** The parent of an organization, if the outbox has to find its endpoints. */
export function parentToAsk(
  { services: { distribution, listeners }, organization: { parentId } }: Omit<RecipientsContext, 'sql'>,
  eventType: EventType,
): string | undefined {
  if (parentId === null || !distribution.isDistributed) return undefined;
  return listeners.mayGet(parentId, eventType) ? parentId : undefined;
}
