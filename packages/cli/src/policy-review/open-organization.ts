import type { PolicyContext } from '@mintmark/server/core/handlers/implement';
import { LoopTurns } from '@mintmark/server/core/limits/loop-turns';
import { ApiError } from '@mintmark/server/core/model/api-error';
import { createEarn } from '@mintmark/server/funds/earn/create-earn';
import { topOrganizations } from '@mintmark/server/identity/organizations/across-organizations';
import { openKeys } from '@mintmark/server/identity/organizations/open-keys';
import { type OrganizationRow, requireOrganization } from '@mintmark/server/identity/organizations/organization-row';
import { createPolicyCaches } from '@mintmark/server/policies/sets/policy-caches';
import { readConfiguration } from '@mintmark/server/runtime/process/configuration';
import type { Settings } from '@mintmark/server/runtime/process/settings';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import type { Database } from '@mintmark/server/storage/store/database';

interface OpenOrganization {
  readonly organization: OrganizationRow;
  readonly services: PolicyContext['services'];
}

/** Opens the organization with this id for a command, or the only one at the top if no id is given. */
export async function openOrganization(
  database: Database,
  settings: Settings,
  env: Readonly<NodeJS.ProcessEnv>,
  id: string | undefined,
): Promise<OpenOrganization> {
  const keys = await openKeys(database, settings);
  if (!keys)
    throw new SettingsError('there is no organization in this database: the first start of the service creates one');
  const { earn } = await readConfiguration(settings, env);
  // Policies see what is in the configuration. No node is asked.
  const services = {
    macs: keys.macs,
    ...createPolicyCaches(),
    loop: new LoopTurns(),
    earn: createEarn(earn, new Map()),
  };
  const organization = await database.query(async (sql) => {
    const organizationId = id ?? onlyOne(await topOrganizations(sql, { max: 2 }));
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
