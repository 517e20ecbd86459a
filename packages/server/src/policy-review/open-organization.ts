import { openKeys } from '../bootstrap/open-keys.ts';
import { ApiError } from '../contract/api-error.ts';
import type { PolicyContext } from '../contract/implement.ts';
import { createEarn } from '../earn/create-earn.ts';
import { LoopTurns } from '../limits/loop-turns.ts';
import { topOrganizations } from '../organizations/across-organizations.ts';
import { type OrganizationRow, requireOrganization } from '../organizations/organization-row.ts';
import { createPolicyCaches } from '../policies/policy-caches.ts';
import { readConfiguration } from '../process/configuration.ts';
import type { Settings } from '../process/settings.ts';
import { SettingsError } from '../process/settings-error.ts';
import type { Database } from '../store/database.ts';

interface OpenOrganization {
  readonly organization: OrganizationRow;
  readonly services: PolicyContext['services'];
}

/** Opens the organization with this id for a command, or the only one at the top if no id is given. */
export async function openOrganization(
  database: Database,
  settings: Settings,
  id: string | undefined,
): Promise<OpenOrganization> {
  const keys = await openKeys(database, settings);
  if (!keys)
    throw new SettingsError('there is no organization in this database: the first start of the service creates one');
  const { earn } = await readConfiguration(settings, process.env);
  // Policies see what is in the configuration. No node is asked.
  const services = {
    macs: keys.macs,
    ...createPolicyCaches(),
    loop: new LoopTurns(),
    earn: createEarn(earn, new Map()),
  };
  const organization = await database.query(async (sql) => {
    const organizationId = id ?? onlyOne(await topOrganizations(sql, { most: 2 }));
    return requireOrganization({ sql, services, organization: { id: organizationId } }).catch((error: unknown) => {
      if (error instanceof ApiError) throw new SettingsError(`there is no organization ${organizationId}`);
      throw error;
    });
  });
  return { organization, services };
}

function onlyOne([first, second]: readonly OrganizationRow[]): string {
  if (!first || second)
    throw new SettingsError(
      'there are several organizations: use --organization ID; "mintmark organization list" has their ids',
    );
  return first.id;
}
