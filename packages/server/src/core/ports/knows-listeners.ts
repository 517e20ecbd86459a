/** Knows for a moment which events the webhook endpoints of an organization get, where asking it takes another machine. */
export interface KnowsListeners {
  /** Whether an endpoint may get events of a type: also if nobody has asked lately. */
  mayGet(organizationId: string, eventType: string): boolean;
  /** Notes the types that the endpoints of an organization get. */
  note(organizationId: string, eventTypes: ReadonlySet<string>): void;
  /** Forgets what is known, because an endpoint was changed. */
  forget(organizationId: string): void;
}
