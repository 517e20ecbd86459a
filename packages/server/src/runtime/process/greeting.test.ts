import { expect, test } from 'vitest';
import { greeting } from './greeting.ts';
import { readSettings } from './settings.ts';

const mail = { smtpUrl: 'smtps://mail.example.com', from: 'no-reply@example.com' };
const swap = { providerUrl: 'https://swap.example.com' };
const chains = { 'eip155:1': { rpcUrl: 'https://node.example.com' } };

const earn = { vaults: [] };
const oauth2 = { issuer: 'https://id.example.com' };

/** The lines of the greeting. */
function linesOf(configuration = {}, production = false): string[] {
  const settings = readSettings({ MINTMARK_DATA_DIR: 'data' });
  const env = { NODE_ENV: production ? 'production' : '' };
  const known = {
    url: 'http://localhost',
    organizationId: 'id',
    root: undefined,
    hasDocs: false,
    hasConsole: true,
    configuration,
  };
  return [...greeting(settings, known, env)];
}

/** The line of the greeting that begins with a word. */
const lineOf = (word: string, configuration = {}, production = false): string | undefined =>
  linesOf(configuration, production).find((line) => line.startsWith(word));

test('behavior: says where mail goes if there is no mail server', () => {
  expect(lineOf('mail')).toBe('mail          kept in data/mail, because no mail server is configured');
  expect(lineOf('mail', {}, true)).toBe('mail          none: no mail server is configured');
  expect(lineOf('mail', { mail })).toBeUndefined();
});

const fails = {
  oauth2: 'oauth2        none configured, so these fail: oauth2_authenticate, proxy_oauth2_authenticate',
  chains:
    'chains        none configured, so these fail: eth_send_transaction, list_eth_transaction_history, earn_deploy_wrapper, earn_deposit, earn_withdraw',
  earn: 'earn          none configured, so this fails: earn_deploy_wrapper',
  swap: 'swap          none configured, so this fails: claim_swap_fees',
};

test.each([
  ['nothing', {}, [fails.oauth2, fails.chains, fails.swap]],
  ['an empty list of chains', { chains: {}, oauth2, swap }, [fails.chains]],
  ['chains alone', { chains }, [fails.oauth2, fails.earn, fails.swap]],
  ['chains and vaults', { chains, earn }, [fails.oauth2, fails.swap]],
  ['everything', { oauth2, chains, earn, swap }, []],
])('behavior: says which operations fail with %s configured', (_, configuration, lines) => {
  expect(linesOf(configuration).filter((line) => line.includes(' fail'))).toEqual(lines);
});
