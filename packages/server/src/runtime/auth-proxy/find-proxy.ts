import { isUuid } from '../../core/model/ids.ts';
import type { Services } from '../../core/ports/services.ts';
import { configWithId } from '../../identity/auth-proxy/proxy-config.ts';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import { authProxyConfigsTable } from '../../identity/organizations/auth-proxy-configs-table.ts';
import { type ProxyRow, readProxy } from '../../identity/organizations/auth-proxy-row.ts';
import { readFeatures } from '../../identity/organizations/features.ts';
import { type OrganizationRow, requireOrganization } from '../../identity/organizations/organization-row.ts';
import { readUsers, type UserRow } from '../../identity/users/user-record.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import type { Sql } from '../../storage/store/database.ts';
import type { LookUps } from '../auth/look-ups.ts';

/** A proxy that is enabled, and what it acts with. */
export interface FoundProxy {
  readonly organization: OrganizationRow;
  readonly proxy: ProxyRow;
  readonly user: UserRow;
  readonly apiKey: ApiKeyRow;
}

const maxKept = 10_000;

type Read = LookUps['read'];

/** Finds proxies by the ids of their configurations. */
export class ProxyFinder {
  readonly #read: Read;
  readonly #services: Pick<Services, 'macs'>;
  /** The organization of a configuration, which never changes. Everything else is read for each request. */
  readonly #organizations = new BoundedMap<string>(maxKept);

  constructor(read: Read, services: Pick<Services, 'macs'>) {
    this.#read = read;
    this.#services = services;
  }

  /** Whether the configuration was found before. Looking for another costs a statement. */
  knows(configId: string): boolean {
    return this.#organizations.get(configId.toLowerCase()) !== undefined;
  }

  /** The proxy with this configuration, if there is one that is enabled. */
  async find(configId: string): Promise<FoundProxy | undefined> {
    const organizationId = isUuid(configId) ? await this.#organizationOf(configId.toLowerCase()) : undefined;
    return organizationId === undefined
      ? undefined
      : this.#read(organizationId, (sql) => this.#readProxy(sql, organizationId));
  }

  async #organizationOf(id: string): Promise<string | undefined> {
    const known = this.#organizations.get(id);
    if (known !== undefined) return known;
    // Every machine has it, whichever organization it belongs to.
    const rows = await this.#read(id, (sql) => configWithId(sql, id));
    const [config] = this.#services.macs.genuine(authProxyConfigsTable, rows, { id });
    if (config) this.#organizations.set(id, config.organizationId);
    return config?.organizationId;
  }

  async #readProxy(sql: Sql, id: string): Promise<FoundProxy | undefined> {
    const context = { sql, services: this.#services, organization: { id } };
    const [organization, proxy, features] = await Promise.all([
      requireOrganization(context),
      readProxy(context),
      readFeatures(context, 'FEATURE_NAME_AUTH_PROXY'),
    ]);
    if (!proxy || features.length === 0) return undefined;
    const [user] = await readUsers(context, [proxy.userId]);
    const [apiKey] = user?.apiKeys ?? [];
    return user && apiKey && { organization, proxy, user, apiKey };
  }
}
