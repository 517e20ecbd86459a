import { expect, test } from 'vitest';
import { noCounts, WireConnection } from './wire-counts.ts';

function message(type: string, content = ''): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content, 'latin1')]);
}

const startup = message('', '\0\x03\0\0user\0mintmark\0\0');
const started = Buffer.concat([message('R', '\0\0\0\0'), message('S', 'TimeZone\0UTC\0'), message('Z', 'I')]);
const execution = Buffer.concat([message('B', 'bound'), message('E', 'portal'), message('S')]);
const done = (tag: string, state: string) => Buffer.concat([message('C', `${tag}\0`), message('Z', state)]);

function startedConnection() {
  const counts = noCounts();
  const connection = new WireConnection(counts);
  connection.send(startup);
  connection.receive(started);
  return { counts, connection };
}

test('default: a transaction in two round trips', () => {
  const { counts, connection } = startedConnection();
  connection.send(Buffer.concat([message('Q', 'begin\0'), execution]));
  connection.receive(Buffer.concat([done('BEGIN', 'T'), message('2'), message('D', 'row'), done('SELECT 1', 'T')]));
  connection.send(Buffer.concat([execution, message('Q', 'commit\0')]));
  connection.receive(Buffer.concat([message('2'), done('INSERT 0 3', 'T'), done('COMMIT', 'I')]));
  expect(counts).toEqual({
    ...noCounts(),
    statements: 2,
    begins: 1,
    commits: 1,
    transactions: 1,
    roundTrips: 2,
    bytesSent: 2 * execution.length + 11 + 12,
    bytesReceived: 95,
  });
});

test('behavior: nothing of the start counts', () => {
  expect(startedConnection().counts).toEqual(noCounts());
});

test('behavior: a statement alone is a transaction, several with one synchronization are one', () => {
  const { counts, connection } = startedConnection();
  connection.send(execution);
  connection.receive(done('SELECT 1', 'I'));
  connection.send(Buffer.concat([message('B'), message('E'), message('B'), message('E'), message('S')]));
  connection.receive(Buffer.concat([message('C', 'SELECT 0\0'), done('UPDATE 1', 'I')]));
  expect(counts).toMatchObject({ statements: 3, transactions: 2, roundTrips: 2 });
});

test('behavior: what is sent before the answers have come is part of the same round trip', () => {
  const { counts, connection } = startedConnection();
  connection.send(execution);
  connection.send(execution);
  connection.receive(done('SELECT 1', 'I'));
  connection.send(execution);
  connection.receive(Buffer.concat([done('SELECT 1', 'I'), done('SELECT 1', 'I')]));
  expect(counts).toMatchObject({ statements: 3, transactions: 3, roundTrips: 1 });
});

test('behavior: a client that flushes waits for the answer too', () => {
  const { counts, connection } = startedConnection();
  connection.send(Buffer.concat([message('P', 'text'), message('D'), message('H')]));
  connection.receive(Buffer.concat([message('1'), message('t')]));
  connection.send(execution);
  connection.receive(done('SELECT 1', 'I'));
  expect(counts).toMatchObject({ statements: 1, roundTrips: 2 });
});

test('behavior: messages in pieces', () => {
  const { counts, connection } = startedConnection();
  for (const byte of execution) connection.send(Buffer.of(byte));
  for (const byte of done('SELECT 1', 'I')) connection.receive(Buffer.of(byte));
  expect(counts).toMatchObject({ statements: 1, transactions: 1, roundTrips: 1, bytesSent: execution.length });
});

test('behavior: failed statements, savepoints, and the end of the connection', () => {
  const { counts, connection } = startedConnection();
  for (let count = 0; count < 4; count++) connection.send(execution);
  connection.receive(Buffer.concat([done('BEGIN', 'T'), done('SAVEPOINT', 'T'), message('E', 'SERROR\0\0')]));
  connection.receive(Buffer.concat([message('Z', 'E'), done('ROLLBACK', 'I')]));
  connection.send(message('X'));
  expect(counts).toMatchObject({
    begins: 1,
    failedStatements: 1,
    savepointsAndRollbacks: 2,
    transactions: 1,
    roundTrips: 1,
  });
});
