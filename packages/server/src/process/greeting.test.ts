import { afterEach, expect, test, vi } from 'vitest';
import { greet } from './greeting.ts';
import { readSettings } from './settings.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const mail = { smtpUrl: 'smtps://mail.example.com', from: 'no-reply@example.com' };
const swap = { providerUrl: 'https://swap.example.com' };
const chains = { 'eip155:1': { rpcUrl: 'https://node.example.com' } };

/** The line of the greeting that begins with a word. */
function lineOf(word: string, configuration = {}, production = false): string | undefined {
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => said.push(line));
  vi.stubEnv('NODE_ENV', production ? 'production' : '');
  const settings = readSettings({ MINTMARK_DATA_DIR: 'data' });
  greet(settings, {
    url: 'http://localhost',
    organizationId: 'id',
    root: undefined,
    hasDocs: false,
    hasConsole: true,
    configuration,
  });
  return said.find((line) => line.startsWith(word));
}

test('behavior: says where mail goes if there is no mail server', () => {
  expect(lineOf('mail')).toBe('mail          kept in data/mail, because no mail server is configured');
  expect(lineOf('mail', {}, true)).toBe('mail          none: no mail server is configured');
  expect(lineOf('mail', { mail })).toBeUndefined();
});

test('behavior: says which operations fail without what they need', () => {
  expect(lineOf('chains')).toMatch(/^chains {8}none configured, so these fail: eth_send_transaction, list_eth/);
  expect(lineOf('chains', { chains: {} })).toBeDefined();
  expect(lineOf('chains', { chains })).toBeUndefined();
  expect(lineOf('swap')).toBe('swap          none configured, so this fails: claim_swap_fees');
  expect(lineOf('swap', { swap })).toBeUndefined();
});
