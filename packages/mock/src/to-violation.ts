import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { Violation } from './exchange.ts';

/** Turns a diagnostic of Prism into a violation of the contract. */
export function toViolation(where: Violation['where'], { path = [], code, message }: IPrismDiagnostic): Violation {
  const [part, ...escaped] = path;
  // Prism treats a body that is false, null, 0 or an empty string as missing, and gives no path for it.
  if (part === undefined) return { where, location: 'body', message: 'must be object' };
  const words = withoutPlace(where, message, path);
  // The path of Prism ends at the object with a missing or unknown member; only the message names the member.
  const [, lacking] = (code === 'required' && /^must have required property '(.*)'$/s.exec(words)) || [];
  const [, unknown] = (code === 'additionalProperties' && /; found '(.*)'$/s.exec(words)) || [];
  const member = lacking ?? unknown;
  const segments = escaped.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  return {
    where,
    location: [part, ...segments, ...(member === undefined ? [] : [member])].join('.'),
    message: lacking !== undefined ? 'Required' : unknown !== undefined ? 'Unrecognized key' : words,
  };
}

/** The message without the location that Prism puts before it. */
function withoutPlace(where: Violation['where'], message: string, [part, ...segments]: readonly string[]): string {
  const side = where === 'request' ? 'Request' : 'Response';
  const member = part === 'body' ? 'property' : 'parameter';
  const place = [side, part, ...(segments.length > 0 ? [member, segments.join('.').trim()] : []), ''].join(' ');
  return message.startsWith(place) ? message.slice(place.length) : message;
}
