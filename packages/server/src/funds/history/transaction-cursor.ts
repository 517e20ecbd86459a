import { hash } from 'node:crypto';
import { ApiError } from '../../core/model/api-error.ts';

/** Whose transactions are listed. */
export interface TransactionList {
  readonly organizationId: string;
  readonly caip2: string;
  readonly address: string;
}

/** A place in the order of a chain. */
export interface TransactionPlace {
  readonly blockNumber: bigint;
  readonly transactionIndex: number;
}

const markBytes = 12;
const cursorBytes = 12 + markBytes;

/**
 * Marks the cursors of a list, so that one of another list is refused instead of skipping rows. It is no secret: a cursor only
 * names a place, and gives nobody access to a list.
 */
const markOf = ({ organizationId, caip2, address }: TransactionList): Buffer =>
  hash('sha256', JSON.stringify([organizationId, caip2, address]), 'buffer').subarray(0, markBytes);

/** The cursor of a transaction: 32 characters. */
export function cursorOf(list: TransactionList, { blockNumber, transactionIndex }: TransactionPlace): string {
  const place = Buffer.alloc(cursorBytes - markBytes);
  place.writeBigUInt64BE(blockNumber);
  place.writeUInt32BE(transactionIndex, 8);
  return Buffer.concat([place, markOf(list)]).toString('base64url');
}

/** The place that a cursor names. Refuses anything that is not a cursor of this list. */
export function readCursor(list: TransactionList, cursor: string): TransactionPlace {
  const bytes = Buffer.from(cursor, 'base64url');
  const isCursor = bytes.length === cursorBytes && bytes.toString('base64url') === cursor;
  if (!isCursor || !bytes.subarray(-markBytes).equals(markOf(list))) throw new ApiError('INVALID_CURSOR');
  const place = { blockNumber: bytes.readBigUInt64BE(), transactionIndex: bytes.readUInt32BE(8) };
  // What the columns can hold.
  if (place.blockNumber >> 63n !== 0n || place.transactionIndex > 0x7fff_ffff) throw new ApiError('INVALID_CURSOR');
  return place;
}
