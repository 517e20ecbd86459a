import { PolicyError } from '../syntax/policy-error.ts';
import type { Syntax } from '../syntax/syntax.ts';
import { describeToken } from '../syntax/token.ts';
import { CronSpan } from '../times/cron-span.ts';
import { readTimestamp } from '../times/timestamp.ts';
import { oneOf } from '../values/describe-type.ts';
import { NO_PARTS, type Node } from './node.ts';

const FUNCTIONS = ['CronSpan', 'Timestamp'];

type FunctionCall = Syntax & { readonly kind: 'function' };

/** @param now - gives the node of `time.now`, which a CronSpan reads, or undefined where the scope does not have it. */
export function checkFunction(text: string, call: FunctionCall, now: () => Node | undefined): Node {
  if (call.name === 'Timestamp') return checkTimestamp(text, call);
  if (call.name === 'CronSpan') return checkCronSpan(text, call, now());
  throw new PolicyError(text, call.start, `expected a function (${oneOf(FUNCTIONS)}), found '${call.name}'`);
}

function checkTimestamp(text: string, call: FunctionCall): Node {
  const { start, end } = call;
  const [argument] = strings(text, call, 1, 'a time in UTC');
  const value = readTimestamp(argument?.value ?? '');
  if (value) return { kind: 'literal', value, type: { kind: 'timestamp' }, parts: NO_PARTS, start, end };
  const expected = 'an RFC 3339 time in UTC such as 2030-01-31T08:00:00Z, with at most milliseconds';
  throw wrongString(text, argument, expected);
}

function checkCronSpan(text: string, call: FunctionCall, now: Node | undefined): Node {
  const { start, end } = call;
  if (!now)
    throw new PolicyError(text, start, "expected no 'CronSpan', because this expression cannot read 'time.now'");
  const found = strings(text, call, 3, 'a cron text, a duration and a time zone');
  const [cron, duration, zone] = found;
  const span = CronSpan.read([cron?.value ?? '', duration?.value ?? '', zone?.value ?? '']);
  if (span instanceof CronSpan) return { kind: 'cron', span, type: { kind: 'bool' }, parts: [now], start, end };
  throw wrongString(text, found[span.position], span.expected);
}

function strings(text: string, { name, args, start }: FunctionCall, count: number, expected: string) {
  if (args.length !== count) {
    throw new PolicyError(
      text,
      args[count]?.start ?? start,
      `expected ${expected} for '${name}', found ${args.length} values`,
    );
  }
  return args.map((argument) => {
    if (argument.kind === 'string') return argument;
    throw new PolicyError(
      text,
      argument.start,
      `expected a string for '${name}', because it is read when the policy is created`,
    );
  });
}

function wrongString(text: string, argument: (Syntax & { kind: 'string' }) | undefined, expected: string): PolicyError {
  const { start, end, value } = argument ?? { start: 0, end: 0, value: '' };
  return new PolicyError(
    text,
    start,
    `expected ${expected}, found ${describeToken({ kind: 'string', text: value, start, end })}`,
  );
}
