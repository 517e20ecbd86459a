import { expect, test } from 'vitest';
import { type Tool, toolProblem } from './toolchain.ts';

const node: Tool = {
  name: 'Node',
  command: [process.execPath, '--version'],
  version: /v(\d+\.\d+)/,
  min: '20.9',
  install: 'see its page',
};

test('default', () => {
  expect(toolProblem(node)).toBeUndefined();
});

test('args: no version', () => {
  const { version: _version, min: _least, ...tool } = node;
  expect(toolProblem(tool)).toBeUndefined();
});

test('behavior: versions are compared by their numbers', () => {
  const telling = (text: string): Tool => ({ ...node, command: [process.execPath, '-p', JSON.stringify(text)] });
  expect(toolProblem({ ...telling('v1.10'), min: '1.9' })).toBeUndefined();
  expect(toolProblem({ ...telling('v1.9'), min: '1.10' })).toBe(
    'Node 1.10 or newer is needed, found 1.9: see its page',
  );
});

test('behavior: a version may be printed to standard error', () => {
  const command = [process.execPath, '-e', 'console.error("v99.0")'] as const;
  expect(toolProblem({ ...node, command: [...command] })).toBeUndefined();
});

test('error: not installed', () => {
  expect(toolProblem({ ...node, command: ['no-such-program'] })).toBe('Node is not installed: see its page');
});

test('error: installed, but it fails', () => {
  expect(toolProblem({ ...node, command: [process.execPath, '-e', 'console.log("v99.0"); process.exit(1)'] })).toBe(
    'Node is not installed: see its page',
  );
});

test('error: prints no version', () => {
  expect(toolProblem({ ...node, version: /version (\d+)/ })).toBe(
    'Node 20.9 or newer is needed, found an unknown version: see its page',
  );
});
