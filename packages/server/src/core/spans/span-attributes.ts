const word = /^[a-z][a-z0-9_]{0,63}$/;
const constant = /^[A-Z][A-Z0-9_]{0,63}$/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const count = /^\d{1,9}$/;

/**
 * Everything that a span can say, with its name in the trace and the form of its values. What is not on this list, or has another
 * form, is never exported: no body, name, address, key, stamp or code.
 */
const attributeForms = {
  operation: { name: 'mintmark.operation', form: word },
  requestId: { name: 'mintmark.request.id', form: uuid },
  organizationId: { name: 'mintmark.organization.id', form: uuid },
  activityStatus: { name: 'mintmark.activity.status', form: constant },
  /** What was decided about an activity. */
  decision: { name: 'mintmark.decision', form: word },
  curve: { name: 'mintmark.curve', form: constant },
  signatures: { name: 'mintmark.signatures', form: count },
  kind: { name: 'mintmark.outbox.kind', form: word },
  entryId: { name: 'mintmark.outbox.entry.id', form: uuid },
  attempt: { name: 'mintmark.outbox.attempt', form: count },
  outcome: { name: 'mintmark.outbox.outcome', form: word },
  adapter: { name: 'mintmark.adapter', form: word },
  // Names of the OpenTelemetry semantic conventions.
  status: { name: 'http.response.status_code', form: count },
  errorCode: { name: 'error.type', form: constant },
} as const;

type Forms = typeof attributeForms;

/** What is known about a span. */
export type SpanAttributes = { [Key in keyof Forms]?: string | number | undefined };

/** The attributes that may be exported, by their names in the trace. */
export function exportedAttributes(attributes: SpanAttributes): (readonly [name: string, value: string | number])[] {
  return Object.entries(attributeForms).flatMap(([key, { name, form }]) => {
    const value = attributes[key as keyof Forms];
    return value !== undefined && form.test(String(value)) ? [[name, value] as const] : [];
  });
}
