import { expect, test } from 'vitest';
import { shareOf } from './share.ts';

const top = { id: 'top', parentId: null, source: null };
const made = { id: 'made', parentId: 'top', source: null };
const signedUp = { id: 'signed up', parentId: 'top', source: 'network' };

test.each([
  ['a top-level organization', top, {}, ['top', 'top', 'top']],
  ['a sub-organization', made, {}, ['top', 'made', 'made']],
  ['one of an anonymous sign-up', signedUp, {}, ['top', 'network', 'signed up']],
  ['an anonymous request', top, { source: 'elsewhere' }, ['top', 'elsewhere', 'top']],
  [
    'an anonymous request about another’s organization',
    signedUp,
    { source: 'elsewhere' },
    ['top', 'elsewhere', 'signed up'],
  ],
])('args: %s', (_, organization, of, [tenantId, source, organizationId]) => {
  expect(shareOf(organization, { credentialId: 'key', ...of })).toEqual({
    ...{ tenantId, source, organizationId, credentialId: 'key' },
  });
});
