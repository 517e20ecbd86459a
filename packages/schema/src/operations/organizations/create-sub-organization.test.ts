import { describe, expect, test } from 'vitest';
import { objections } from '../../../test/objections.ts';
import { activities, examples } from '../../index.ts';

describe('root users', () => {
  const nobody = { userName: 'Grace Hopper', apiKeys: [], authenticators: [], oauthProviders: [] };
  const grace = { ...nobody, userEmail: 'grace@example.com' };
  const creating = (rootQuorumThreshold: number, ...rootUsers: object[]) =>
    objections(activities.create_sub_organization, { subOrganizationName: 'Navy', rootUsers, rootQuorumThreshold });
  const oidcClaims = { iss: 'https://id.example.com', sub: '248289761001', aud: 'mintmark-demo' };
  const claims = { providerName: 'Other app', oidcClaims };

  test('default: enough of them for the threshold', () => {
    expect(creating(1, grace)).toEqual([]);
    expect(creating(2, grace, grace)).toEqual([]);
    expect(creating(2, grace)).toEqual(['rootQuorumThreshold: QUORUM_UNREACHABLE']);
    expect(creating(1)).toEqual(['rootQuorumThreshold: QUORUM_UNREACHABLE']);
  });

  test('error: one without a credential', () => {
    expect(creating(1, grace, nobody)).toEqual(['rootUsers.1: MISSING_CREDENTIAL']);
  });

  test('error: claims that no token proves', () => {
    expect(creating(1, { ...nobody, oauthProviders: [claims] })).toEqual([
      'rootUsers.0.oauthProviders: UNPROVED_OIDC_CLAIMS',
    ]);
    expect(creating(1, { ...nobody, oauthProviders: [examples.oauthProvider, claims] })).toEqual([]);
  });

  test('behavior: the name of the sub-organization may be empty, but must be there', () => {
    const parameters = { rootUsers: [grace], rootQuorumThreshold: 1 };
    expect(objections(activities.create_sub_organization, { ...parameters, subOrganizationName: '' })).toEqual([]);
    expect(objections(activities.create_sub_organization, parameters)).toEqual(['subOrganizationName: invalid_type']);
  });
});
