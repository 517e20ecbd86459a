import type { Span, SpanKind } from '../../core/spans/span.ts';
import { exportedAttributes } from '../../core/spans/span-attributes.ts';

/** What sends the spans. */
export interface SpanSource {
  readonly version: string;
  /** Differs for each process. */
  readonly instanceId: string;
}

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3, consumer: 5 };
const errorStatus = { code: 2 };

/**
 * Spans as the body of an OTLP export request, in JSON: ids in hex, numbers of 64 bits as strings, enumerations as numbers.
 *
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export const otlpBody = (spans: readonly Span[], { version, instanceId }: SpanSource): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: [
            attribute('service.name', 'mintmark'),
            attribute('service.version', version),
            attribute('service.instance.id', instanceId),
          ],
        },
        scopeSpans: [{ scope: { name: 'mintmark', version }, spans: spans.map(otlpSpan) }],
      },
    ],
  });

const otlpSpan = ({ traceId, id, parentId, name, kind, startMs, endMs, attributes, isError }: Span) => ({
  traceId,
  spanId: id,
  // A member that is undefined is not written.
  parentSpanId: parentId,
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: exportedAttributes(attributes).map(([key, value]) => attribute(key, value)),
  status: isError ? errorStatus : {},
});

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
});

/** A number cannot hold so many nanoseconds exactly. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
}
