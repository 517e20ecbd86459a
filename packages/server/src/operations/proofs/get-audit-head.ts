import getAuditHead from '@mintmark/schema/operations/proofs/get-audit-head';
import { writeHead } from '../../activities/audit-proof/audit-heads.ts';
import { answer } from '../../core/handlers/implement.ts';

export default answer(getAuditHead, async (context) => {
  const now = context.services.clock();
  const { text: headsFile, ...head } = await writeHead(context, now);
  return { auditHead: { ...head, at: now.toISOString(), headsFile } };
});
