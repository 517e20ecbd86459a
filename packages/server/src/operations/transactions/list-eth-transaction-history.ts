import listEthTransactionHistory from '@mintmark/schema/operations/transactions/list-eth-transaction-history';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { readCursors } from '../../core/requests/read-page.ts';
import { readPosition } from '../../funds/history/chain-position.ts';
import { readOwnTransactions } from '../../funds/history/own-transactions.ts';
import { readTransactions } from '../../funds/history/read-transactions.ts';
import { requireAccountAddress } from '../../funds/history/require-account-address.ts';
import { cursorOf, readCursor } from '../../funds/history/transaction-cursor.ts';
import { transactionRecord } from '../../funds/history/transaction-record.ts';

export default answer(listEthTransactionHistory, async (context, { address: asked, caip2, paginationOptions }) => {
  const { sql, organization, services } = context;
  const address = await requireAccountAddress(context, asked);
  const list = { organizationId: organization.id, caip2, address };
  const { after, before, limit } = readCursors(paginationOptions);
  const range = {
    after: after === undefined ? undefined : readCursor(list, after),
    before: before === undefined ? undefined : readCursor(list, before),
  };
  const assets = services.followedAssets.get(caip2);
  if (!assets) throw new ApiError('NOT_CONFIGURED', `the server does not follow the chain ${caip2}`);
  // Before the rows: a row that is final by this number stays.
  const position = await readPosition(sql, services.macs, caip2);
  if (!position || position.headNumber === null)
    throw new ApiError('UNAVAILABLE', `the server has not reached a node of ${caip2} yet`);
  const page = await readTransactions(context, { caip2, address, ...range, limit });
  const hashes = page.rows.map(({ transactionHash }) => transactionHash);
  const own = await readOwnTransactions(context, caip2, hashes);
  const { finalizedNumber } = position;
  return {
    transactions: page.rows.map((row) =>
      transactionRecord(row, { assets, finalizedNumber, own: own.get(row.transactionHash) }),
    ),
    pageInfo: {
      hasNextPage: page.hasOlder,
      hasPreviousPage: page.hasNewer,
      ...(page.start && { startCursor: cursorOf(list, page.start) }),
      ...(page.end && { endCursor: cursorOf(list, page.end) }),
    },
  };
});
