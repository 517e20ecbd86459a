import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createMemoryStore, createSignIn } from '@mintmark/client/sign-in';
import { requestBytes } from '../load/stamped-requests.ts';

/** What somebody asks for a code with: the configuration of the sign-up proxy, and a contact. */
export interface CodeOrder {
  readonly authProxyConfigId: string;
  readonly contact: string;
}

const path = '/v1/otp_init_v2';
const bodyOf = ({ contact }: CodeOrder) => JSON.stringify({ otpType: 'OTP_TYPE_EMAIL', contact });
const patienceMs = 10_000;

/** A request for a code, by a stranger. */
export const strangersRequest = (order: CodeOrder): Buffer =>
  requestBytes(path, bodyOf(order), { name: 'X-Auth-Proxy-Config-Id', value: order.authProxyConfigId });

/** A contact that its owner has verified, and the owner's requests for a code. */
export interface CodeOwner extends CodeOrder {
  /** Stamped with the key of the owner's session. */
  readonly request: Buffer;
}

/** Signs up people by e-mail. The service keeps its mail in the data directory. */
export async function makeCodeOwners(port: number, dataDirectory: string, count: number): Promise<CodeOwner[]> {
  const { organizationId, authProxyConfigId, keys } = JSON.parse(
    await readFile(join(dataDirectory, 'root.json'), 'utf8'),
  );
  const options = { baseUrl: `http://127.0.0.1:${port}`, organizationId, authProxyConfigId, otpPublicKey: keys.otp };
  const owners: CodeOwner[] = [];
  for (let index = 0; index < count; index++) {
    const store = createMemoryStore();
    const signIn = createSignIn({ ...options, store });
    const contact = `owner-${index}@example.com`;
    const sent = await signIn.sendCode({ email: contact });
    await signIn.logInByCode(sent, await readCode(join(dataDirectory, 'mail'), contact), { orSignUp: {} });
    const order = { authProxyConfigId, contact };
    const body = bodyOf(order);
    const { name, value } = await (await store.openKey('session')).stamp(body);
    // Two headers, where other requests have one.
    const stamp = { name: 'X-Auth-Proxy-Config-Id', value: `${authProxyConfigId}\r\n${name}: ${value}` };
    owners.push({ ...order, request: requestBytes(path, body, stamp) });
  }
  return owners;
}

/** The code in the mail to a contact. */
async function readCode(directory: string, contact: string): Promise<string> {
  for (const start = performance.now(); performance.now() - start < patienceMs; await setTimeout(20)) {
    const files = await readdir(directory).catch(() => []);
    // A file that is being written has a longer name.
    for (const file of files
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .toReversed()) {
      const text = await readFile(join(directory, file), 'utf8');
      const [, code] = /^([0-9A-Z]{9})\r?$/m.exec(text) ?? [];
      if (code !== undefined && text.includes(contact)) return code;
    }
  }
  throw new Error(`no code was sent to ${contact}`);
}
