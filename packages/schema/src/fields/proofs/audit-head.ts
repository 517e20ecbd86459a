import { z } from 'zod';
import { component } from '../../component.ts';
import { hexBytes, organizationId, rfc3339, text, wholeNumber } from '../../vocabulary.ts';

export const AuditHead = component(
  'AuditHead',
  'The head of the audit chain of an organization, which proves all entries up to it.',
  z.object({
    organizationId: organizationId('The organization that the chain belongs to.'),
    sequence: wholeNumber('Sequence number of the newest entry; 0 if there is none.'),
    hash: hexBytes('SHA-256 hash over all entries up to the newest one, as hex.').meta({
      examples: ['5b2c4b1e8d3c3f27d1ad1c0e86ef0a0ef4be6b17f50c1e3a7c3c9a5f2d7e9048'],
    }),
    at: rfc3339('When the service read the head.'),
    headsFile: text(
      'The exact text of a file for "mintmark audit verify --heads", with this head and the signature of the service. Store it where it cannot be changed by anyone who can write to the database.',
    ),
  }),
);
