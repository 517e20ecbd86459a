/** The span of a caller that a request belongs to. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the caller records its span. */
  readonly isSampled: boolean;
}

const format = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads the header `traceparent`. Undefined if it is absent or invalid: the request then begins a trace.
 *
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(values: readonly string[]): TraceParent | undefined {
  const [value = '', ...others] = values;
  const [, version, traceId = '', spanId = '', flags = '', more] = format.exec(value) ?? [];
  // Later versions may have more fields, but 00 has none.
  const isKnown = version !== undefined && version !== 'ff' && (version !== '00' || more === undefined);
  if (others.length > 0 || !isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
