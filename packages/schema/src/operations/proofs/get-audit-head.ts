import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { AuditHead } from '../../fields/proofs/audit-head.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('get_audit_head', {
  tag: 'Proofs',
  summary: 'Get the head of the audit log',
  description:
    'Returns the head of the audit chain of the organization, as written by "mintmark audit heads". Keep a copy outside the service to prove later that no earlier entry was changed or removed, even if the whole database was replaced by an older copy.',
  request: z.strictObject({ organizationId: organizationId('The organization whose audit head to return.') }),
  response: z.object({ auditHead: AuditHead }),
  example: {
    request: { organizationId: example.organizationId },
    response: { auditHead: example.auditHead },
  },
});
