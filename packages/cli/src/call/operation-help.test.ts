import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readContractDocument } from './contract-document.ts';
import { findOperation, operationsOf } from './operation.ts';
import { exampleWords, operationHelp } from './operation-help.ts';
import { writtenSchema } from './written-schema.ts';

const document = readContractDocument();
const operations = operationsOf(document);
const exampleOf = (help: string) => help.slice(help.indexOf('\nExample\n') + 9, help.lastIndexOf('\n\n'));

describe('operationHelp', () => {
  test.each(operations)('default: $name has its fields', (operation) => {
    const help = operationHelp(document, operation);
    const { properties = {}, required = [] } = writtenSchema(document, operation);
    for (const name of Object.keys(properties)) expect(help).toMatch(new RegExp(`^  ${name}  \\S`, 'm'));
    for (const name of required.filter((each) => Object.hasOwn(properties, each)))
      expect(help).toMatch(new RegExp(`^  ${name}  .*, required$`, 'm'));
  });

  test('behavior: a shell reads the examples as the words that were meant', () => {
    const print = `mintmark() { for word; do printf '%s\\0' "$word"; done; printf '\\0'; }\n`;
    const input = print + operations.map((operation) => exampleOf(operationHelp(document, operation))).join('\n');
    const lines = execFileSync('sh', { input, encoding: 'utf8' }).split('\0\0').slice(0, -1);
    expect(lines.map((line) => line.split('\0'))).toEqual(
      operations.map((operation) => ['call', operation.name, ...exampleWords(operation)]),
    );
  });

  test('behavior: an operation without fields', () => {
    expect(operationHelp(document, findOperation(operations, 'whoami'))).not.toContain('Fields');
  });
});
