import { type JsonAnswer, startJsonServer } from '@mintmark/testing/json-server';
import { z } from 'zod';

const attribute = z.strictObject({
  key: z.string().regex(/^[a-z_.]+$/),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
  ]),
});
const nanoseconds = z.string().regex(/^\d{19}$/);
const spanId = z.string().regex(/^[0-9a-f]{16}$/);

/** The body of an export request, as opentelemetry-proto describes it: nothing more and nothing else. */
const exportRequest = z.strictObject({
  resourceSpans: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.tuple([
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId,
              parentSpanId: spanId.optional(),
              name: z.string(),
              kind: z.literal([1, 2, 3, 5]),
              startTimeUnixNano: nanoseconds,
              endTimeUnixNano: nanoseconds,
              attributes: z.array(attribute),
              status: z.strictObject({ code: z.literal(2).optional() }),
            }),
          ),
        }),
      ]),
    }),
  ]),
});

type ExportRequest = z.output<typeof exportRequest>;
type Resource = ExportRequest['resourceSpans'][0];

/** A span with its attributes as an object. */
export type ReceivedSpan = Omit<Resource['scopeSpans'][0]['spans'][number], 'attributes'> & {
  readonly attributes: Readonly<Record<string, string>>;
};

const attributesOf = (attributes: Resource['resource']['attributes']) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, 'intValue' in value ? value.intValue : value.stringValue]),
  );

/** A receiver of traces, which checks what it gets. */
export async function startTraceReceiver() {
  const server = await startJsonServer();
  const path = '/v1/traces';
  server.answers[path] = {};
  const received = () => server.requests.map(({ body }) => exportRequest.parse(JSON.parse(body)).resourceSpans[0]);
  return {
    url: `${server.origin}${path}`,
    /** The requests as they arrived. */
    requests: server.requests,
    set answer(answer: JsonAnswer) {
      server.answers[path] = answer;
    },
    resources: () => received().map(({ resource }) => attributesOf(resource.attributes)),
    spans: (): ReceivedSpan[] =>
      received().flatMap(({ scopeSpans: [{ spans }] }) =>
        spans.map((span) => ({ ...span, attributes: attributesOf(span.attributes) })),
      ),
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  };
}
