import { type Actor, newKey, type Service } from './service.ts';

/** A root user in the form that create_sub_organization expects. */
export const rootUser = (apiKey: object, more: object = {}) => ({
  userName: 'Ada',
  apiKeys: [apiKey],
  authenticators: [],
  oauthProviders: [],
  ...more,
});

/** Creates a sub-organization with one root user. */
export async function addSubOrganization(service: Service, name: string, more: object = {}): Promise<Actor> {
  const key = newKey();
  const { json } = await service.submit(service.root, 'create_sub_organization', {
    subOrganizationName: name,
    rootUsers: [rootUser(key.apiKey, more)],
    rootQuorumThreshold: 1,
  });
  const { subOrganizationId, rootUserIds } = json.activity.result.createSubOrganizationResultV8;
  return { ...key, organizationId: subOrganizationId, userId: rootUserIds[0] };
}

/** Makes users the root users of the organization, with this threshold. */
export const setQuorum = (service: Service, by: Actor, threshold: number, users: readonly Actor[]) =>
  service.submit(by, 'update_root_quorum', { threshold, userIds: users.map(({ userId }) => userId) });
