import { createECDH } from 'node:crypto';
import { type ActivityUnit, registry } from '@mintmark/schema';
import { createP256Stamper, type Stamper } from '@mintmark/stamper';
import { createApp } from '../src/app.ts';
import type { ForgedRow, RowMacs } from '../src/authority/row-macs.ts';
import { bootstrap } from '../src/bootstrap.ts';
import type { Services } from '../src/contract/services.ts';
import type { App } from '../src/http/exchange.ts';
import type { RequestLog } from '../src/http/front-door.ts';
import { fetchOf } from '../src/http/in-process.ts';
import type { Vault } from '../src/secrets/vault.ts';
import type { Database } from '../src/store/database.ts';
import type { DatabaseAddress } from '../src/store/database-address.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestServices } from './test-services.ts';
import { createTestVault } from './test-vault.ts';

/** A user with a key of its own. */
export interface Actor {
  readonly organizationId: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly stamper: Stamper;
}

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is for the tests to say.
  readonly json: any;
  /** The code of the error, if it is one. */
  readonly error: string | undefined;
  /** The body that was sent, to be sent again. */
  readonly body: string;
}

export interface Service extends AsyncDisposable {
  readonly database: Database;
  readonly vault: Vault;
  readonly macs: RowMacs;
  readonly services: Services;
  /** The rows that were ignored because the service did not write them. */
  readonly forged: readonly ForgedRow[];
  /** For further connections to the same database. */
  readonly address: DatabaseAddress;
  readonly root: Actor;
  readonly app: App;
  /** What the log was told. */
  readonly logged: readonly RequestLog[];
  /** Sends a body as it is. */
  send(actor: Actor, operation: string, body: string): Promise<Reply>;
  /** Submits an activity, in the organization of the actor unless told otherwise. */
  submit(actor: Actor, operation: string, parameters: object, more?: object): Promise<Reply>;
  /** Asks a query, likewise. */
  ask(actor: Actor, operation: string, more?: object): Promise<Reply>;
}

/** A key that no user has yet. */
export function newKey() {
  // By OpenSSL, since tests need thousands of them.
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('hex', 'compressed');
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0');
  const apiKey = { apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' };
  return { publicKey, stamper: createP256Stamper({ publicKey, privateKey }), apiKey };
}

/** The service with a database of its own and its first organization, and the given services in place of its own. */
export async function startService(replaced: Partial<Services> = {}): Promise<Service> {
  const test = await createTestDatabase();
  const { database } = test;
  const { publicKey, stamper } = newKey();
  const vault = createTestVault();
  const forged: ForgedRow[] = [];
  const onForged = (row: ForgedRow) => forged.push(row);
  const now = replaced.clock?.() ?? new Date();
  const { first, macs } = await bootstrap({ database, vault, publicKey: () => publicKey, now, onForged });
  if (!first) throw new Error('the database is not empty');
  const logged: RequestLog[] = [];
  const services = createTestServices({ macs, vault, ...replaced });
  const app = createApp({ database, services, log: (entry) => logged.push(entry) });
  const fetch = fetchOf(app);
  const start = Date.now();
  let submissions = 0;

  const send: Service['send'] = async (actor, operation, body) => {
    const { name, value } = await actor.stamper.stamp(body);
    const unit = Object.values(registry).find((candidate) => candidate.name === operation);
    const response = await fetch(`http://local${unit?.path}`, { method: 'POST', headers: { [name]: value }, body });
    const json = (await response.json()) as Reply['json'];
    return { status: response.status, json, error: json.details?.[0]?.errorCode, body };
  };
  return {
    database,
    vault,
    macs,
    services,
    forged,
    address: test.address,
    root: { ...first, publicKey, stamper },
    app,
    logged,
    send,
    submit(actor, operation, parameters, more = {}) {
      const { type } = Object.values(registry).find(({ name }) => name === operation) as ActivityUnit;
      const { organizationId } = actor;
      // No two are the same body, unless a test sends one again: so not by the clock, which may catch up with the count.
      const timestampMs = String(start - ++submissions);
      return send(actor, operation, JSON.stringify({ type, timestampMs, organizationId, parameters, ...more }));
    },
    ask: (actor, operation, more = {}) =>
      send(actor, operation, JSON.stringify({ organizationId: actor.organizationId, ...more })),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}
