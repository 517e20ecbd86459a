import type { Random } from '@mintmark/testing/random';
import { recipient, scope } from './policy-scope.ts';

type Kind = 'bool' | 'int' | 'string' | 'timestamp' | 'list' | 'any';

const atoms: Readonly<Record<Kind, readonly string[]>> = {
  bool: ['true', 'false', 'eth.tx.simulated', 'flags[0]', "eth.tx.args['nested']['a'][0]['b']"],
  int: ['0', '1', '-1', '3', `${2n ** 256n - 1n}`, 'eth.tx.value', 'numbers[1]', 'numbers.count', 'approvers.count()'],
  string: [
    "''",
    "'a'",
    "'alice'",
    `'${recipient}'`,
    'eth.tx.to',
    'eth.tx.data[0..10]',
    'activity.label[6]',
    'eth.tx.note',
    "names['first']",
  ],
  timestamp: ['time.now', 'time.moments[0]', "Timestamp('2026-03-30T07:30:00Z')"],
  list: ['numbers', 'numbers[0..2]', '[1, 2, 3]', '[]', '[eth.tx.value, 5]'],
  any: [
    'eth.message',
    "eth.tx.args['amount']",
    "eth.tx.args['calls']",
    "eth.tx.args['to']",
    "activity.params['type']",
    'eth.message.x',
  ],
};
const kinds: readonly Kind[] = ['bool', 'int', 'string', 'timestamp', 'list', 'any'];
const fields = ['to', 'count', 'id', 'tags', 'x', 'constructor', '__proto__', 'length', 'now'];
const broken = [
  '(',
  ')',
  '[',
  ']',
  '.',
  '..',
  ',',
  '!',
  '&&',
  '||',
  '==',
  '<',
  'in',
  "'",
  '"',
  '-',
  '0x1',
  ' ',
  '\n',
  'а',
  '\u0000',
  '🦊',
  '1',
];
const crons = ['0 9 * * 1-5', '* * * * *', '30 2 25 10 0', '0 0 31 2 *', '*/5 * * * *', '0,30 8-17 1 1-6 7'];
const durations = ['8h', '90m', '1d12h', '7d', '8d', '0m', ''];
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Mars/Base'];

/** An expression that is right in most of its parts, and sometimes damaged. */
export function writeExpression(random: Random): string {
  const text = write('bool', 1 + random(5), random);
  return random(4) === 0 ? damage(text, random) : text;
}

function write(kind: Kind, depth: number, random: Random): string {
  // Now and then something of another type.
  const wanted = random(60) === 0 ? pick(kinds, random) : kind;
  if (depth <= 0) return pick(atoms[wanted], random);
  const of = (other: Kind) => write(other, depth - 1 - random(2), random);
  switch (wanted) {
    case 'bool':
      return writeBool(of, depth, random);
    case 'int':
      return pick([() => `${of('list')}.count()`, () => `${of('list')}[${random(4)}]`, () => of('int')], random)();
    case 'string':
      return pick([() => `${of('string')}[${random(3)}..${3 + random(3)}]`, () => of('string')], random)();
    case 'list':
      return pick(
        [
          () => `[${Array.from({ length: random(4) }, () => of('int')).join(', ')}]`,
          () => `${of('list')}.filter(v${depth}, ${withVariable(`v${depth}`, of('bool'), random)})`,
          () => `${of('list')}[0..${random(3)}]`,
          () => of('list'),
        ],
        random,
      )();
    case 'any':
      return pick(
        [() => `${of('any')}['${pick(fields, random)}']`, () => `${of('any')}[${random(3)}]`, () => of('any')],
        random,
      )();
    case 'timestamp':
      return of('timestamp');
  }
}

function writeBool(of: (kind: Kind) => string, depth: number, random: Random): string {
  const operator = () => pick(['==', '!=', '<', '>', '<=', '>='], random);
  const choices = [
    () => `${of('bool')} && ${of('bool')}`,
    () => `(${of('bool')} || ${of('bool')})`,
    () => `!(${of('bool')})`,
    () => `${of('int')} ${operator()} ${of('int')}`,
    () => `${of('timestamp')} ${operator()} ${of('timestamp')}`,
    () => `${of('string')} ${pick(['==', '!='], random)} ${pick(['eth.tx.to', 'activity.label', "'x'"], random)}`,
    () => `${of('any')} ${operator()} ${of(pick(kinds, random))}`,
    () => `${of('int')} in ${of('list')}`,
    () => `${of('list')}.contains(${of('int')})`,
    () => `${of('list')}.${pick(['all', 'any'], random)}(v${depth}, ${withVariable(`v${depth}`, of('bool'), random)})`,
    () => `approvers.${pick(['all', 'any'], random)}(u${depth}, u${depth}.${pick(fields, random)} == 'alice')`,
    () => `approvers.filter(u${depth}, 'ops' in u${depth}.tags).count() >= ${random(3)}`,
    () => `${pick(Object.keys(scope), random)}.${pick(fields, random)} == ${of('string')}`,
    () => `CronSpan('${pick(crons, random)}', '${pick(durations, random)}', '${pick(zones, random)}')`,
  ];
  return pick(choices, random)();
}

function withVariable(name: string, predicate: string, random: Random): string {
  return random(2) === 0 ? `${name} > ${random(4)} || ${predicate}` : `numbers.any(w, w == ${name}) && ${predicate}`;
}

function damage(text: string, random: Random): string {
  const at = random(text.length + 1);
  switch (random(4)) {
    case 0:
      return text.slice(0, at) + pick(broken, random) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + random(4));
    case 2:
      return text.slice(0, at);
    default:
      return text.slice(0, at) + text.slice(random(text.length + 1));
  }
}

function pick<T>(choices: readonly T[], random: Random): T {
  return choices[random(choices.length)] as T;
}
