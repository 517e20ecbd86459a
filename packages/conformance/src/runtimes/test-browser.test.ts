import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

let folder: string;
let browser: string;
let text: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintmark-browser-'));
  browser = join(folder, 'chromium');
  text = join(folder, 'text');
  writeFileSync(browser, '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(text, '', { mode: 0o644 });
});

afterAll(() => rmSync(folder, { recursive: true }));

afterEach(() => vi.restoreAllMocks());

test('default', () => {
  expect(findTestBrowser('a page', { CHROMIUM_PATH: browser })).toBe(browser);
});

test('behavior: says what is not run', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  expect(findTestBrowser('a page', {})).toBeUndefined();
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^not run: a page \(needs Chromium\): .*apt-get install chromium-headless-shell/)],
  ]);
});

test('error: no browser in CI', () => {
  expect(() => findTestBrowser('a page', { CI: 'true' })).toThrow(
    /a page needs Chromium.*apt-get install chromium-headless-shell/,
  );
});

test('error: CHROMIUM_PATH without a browser', () => {
  expect(() => findTestBrowser('a page', { CHROMIUM_PATH: text })).toThrow(text);
});
