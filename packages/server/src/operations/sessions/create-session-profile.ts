import createSessionProfile from '@mintmark/schema/operations/sessions/create-session-profile';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { insertSessionProfile } from '../../identity/sessions/session-profile.ts';
import { requireScope } from '../../policies/evaluation/session-scope.ts';

export default implement(createSessionProfile, {
  async inputs({ organization }) {
    if (organization.parentId !== null)
      throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a parent organization can have session profiles');
  },
  prepare: async (_, { scope }) => requireScope(scope),
  async execute(context, { sessionProfileName: name, scope, expirationSeconds, notes = '' }) {
    const profile = {
      name,
      scope,
      expirationSeconds: expirationSeconds === undefined ? null : BigInt(expirationSeconds),
      notes,
    };
    return { sessionProfileId: await insertSessionProfile(context, profile) };
  },
});
