import dryRunActivity from '@mintmark/schema/operations/policies/dry-run-activity';
import { answer } from '../../contract/implement.ts';
import { dryRun } from '../../lifecycle/dry-run.ts';

export default answer(dryRunActivity, (context, { request }) => dryRun(context, request ?? ''));
