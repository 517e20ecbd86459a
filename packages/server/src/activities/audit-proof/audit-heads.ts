import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { parsePublicKey } from '@mintmark/stamper/verify';
import { type Head, type Link, readHead } from '../../core/audit/audit-chain.ts';
import { auditHeadsTable } from '../../core/audit/audit-heads-table.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ownerColumns } from '../../core/model/of-organization.ts';
import type { Services } from '../../core/ports/services.ts';
import { p256KeyObject } from '../../custody/secrets/p256-key-object.ts';
import { type KeyReader, readServiceKey } from '../../custody/secrets/service-keys.ts';
import { allHeads } from '../../identity/organizations/across-organizations.ts';
import type { Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import { AuditError } from './audit-error.ts';
import type { Audited } from './verify-audit.ts';

/*
 * A file of heads has one JSON object on each line: first a header, then one head for each organization, last the service's
 * signature over the SHA-256 of all lines before it.
 */

const kind = 'audit heads';

/** The lines of a file with the newest link of every chain. */
export async function* writeHeads({ database, vault, macs }: Audited, now: Date): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const line = (content: object) => {
    const text = lineOf(content);
    hash.update(text);
    return text;
  };
  const instanceId = await database.query(readInstanceId);
  yield line(headerOf(instanceId, now));
  const batches = readInBatches<Head>(1_000, (last, max) =>
    database.query(async (sql) => allHeads(sql, { max, after: last?.organizationId })),
  );
  for await (const heads of batches)
    for (const head of heads) {
      // A forged head must not be signed: the signature would vouch for a link that the chain never had.
      if (!macs.isGenuine(auditHeadsTable, head))
        throw new AuditError(`the audit log of organization ${head.organizationId} was not written by this service`);
      yield line(shownHead(head));
    }
  yield await database.query((sql) => signatureLine(sql, { vault, macs, instanceId }, hash.digest()));
}

/** The newest link of the chain of one organization, and a file of heads that has only this one. */
export async function writeHead(
  { sql, services, organization }: HeadContext,
  now: Date,
): Promise<ReturnType<typeof shownHead> & { readonly text: string }> {
  const { vault, macs } = services;
  const head = await readHead(sql, organization);
  if (!head || macs.genuine(auditHeadsTable, [head], ownerColumns(organization)).length === 0)
    throw new TamperedError(`the audit log of organization ${organization.id} was not written by this service`);
  const instanceId = await readInstanceId(sql);
  const shown = shownHead(head);
  const lines = `${lineOf(headerOf(instanceId, now))}${lineOf(shown)}`;
  const digest = createHash('sha256').update(lines).digest();
  return { ...shown, text: `${lines}${await signatureLine(sql, { vault, macs, instanceId }, digest)}` };
}

interface HeadContext extends ReadContext {
  readonly services: Pick<Services, 'vault' | 'macs'>;
}

const lineOf = (content: object): string => `${JSON.stringify(content)}\n`;

const headerOf = (instanceId: string, now: Date) => ({ mintmark: kind, instanceId, at: now.toISOString() });

const shownHead = ({ organizationId, sequence, hash }: Head) => ({
  organizationId,
  sequence: String(sequence),
  hash: Buffer.from(hash).toString('hex'),
});

/** The last line: the signature over the SHA-256 of all lines before it. */
async function signatureLine(sql: Sql, keeper: KeyReader, digest: Uint8Array): Promise<string> {
  const key = await readServiceKey(sql, keeper, 'audit');
  if (!key) throw new AuditError('the database has no key for signing audit heads');
  return lineOf({ publicKey: key.publicKey, signature: signDigest(key.privateKey, digest).toString('hex') });
}

/** Reads a file of heads, and refuses one that the service of this database did not sign. */
export async function readHeads(
  { database, vault, macs }: Audited,
  text: string,
): Promise<{ readonly at: string; readonly heads: ReadonlyMap<string, Link> }> {
  const lines = text.split('\n').filter((line) => line !== '');
  const [first, ...heads] = lines.map(parseLine);
  const seal = heads.pop();
  if (first?.['mintmark'] !== kind || !seal) throw new AuditError('this is not an audit heads file');
  const instanceId = await database.query(readInstanceId);
  if (first['instanceId'] !== instanceId) throw new AuditError('these heads belong to another database');
  const digest = createHash('sha256')
    .update(`${lines.slice(0, -1).join('\n')}\n`)
    .digest();
  const key = await database.query((sql) => readServiceKey(sql, { vault, macs, instanceId }, 'audit'));
  key?.privateKey.fill(0);
  if (!key || !isSigned(key.publicKey, digest, String(seal['signature'])))
    throw new AuditError('the service did not sign these heads: the file was changed');
  return {
    at: String(first['at']),
    heads: new Map(
      heads.map(({ organizationId, sequence, hash }) => [
        String(organizationId),
        { sequence: BigInt(String(sequence)), hash: Buffer.from(String(hash), 'hex') },
      ]),
    ),
  };
}

async function readInstanceId(sql: Sql): Promise<string> {
  const [instance] = await sql<{ id: string }[]>`select id from instance`;
  if (!instance) throw new AuditError('the database has no instance');
  return instance.id;
}

function parseLine(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Reported below.
  }
  throw new AuditError('this is not an audit heads file');
}

function signDigest(privateKey: Buffer, digest: Uint8Array): Buffer {
  const key = p256KeyObject(privateKey);
  privateKey.fill(0);
  return sign('sha256', digest, key);
}

function isSigned(publicKey: string, digest: Uint8Array, signature: string): boolean {
  const point = Buffer.from(parsePublicKey('p256', publicKey).uncompressed);
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  return verify('sha256', digest, key, Buffer.from(signature, 'hex'));
}
