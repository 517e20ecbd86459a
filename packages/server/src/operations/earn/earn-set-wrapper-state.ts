import earnSetWrapperState from '@mintmark/schema/operations/earn/earn-set-wrapper-state';
import { implement } from '../../core/handlers/implement.ts';
import { requireParent } from '../../funds/earn/earn-context.ts';
import { earnWrappersTable } from '../../funds/earn/earn-wrappers-table.ts';
import { requireWrapper } from '../../funds/earn/wrapper-row.ts';

export default implement(earnSetWrapperState, async (context, { wrapperAddress, depositsDisabled }) => {
  requireParent(context.organization);
  const row = await requireWrapper(context, wrapperAddress);
  await context.writer.change(earnWrappersTable, [row], { depositsDisabled, updatedAt: context.now });
  return { wrapperAddress: row.address, depositsDisabled };
});
