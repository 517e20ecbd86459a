import { afterEach, expect, test, vi } from 'vitest';
import { greet } from './greeting.ts';
import { readSettings } from './settings.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The line of the greeting about mail. */
function mailLine({ hasMail = false, production = false }): string | undefined {
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => said.push(line));
  vi.stubEnv('NODE_ENV', production ? 'production' : '');
  const settings = readSettings({ MINTMARK_DATA_DIR: 'data' });
  greet(settings, { url: 'http://localhost', organizationId: 'id', root: undefined, hasDocs: false, hasMail });
  return said.find((line) => line.startsWith('mail'));
}

test('behavior: says where mail goes if there is no mail server', () => {
  expect(mailLine({})).toBe('mail          kept in data/mail, because no mail server is configured');
  expect(mailLine({ production: true })).toBe('mail          none: no mail server is configured');
  expect(mailLine({ hasMail: true })).toBeUndefined();
});
