export const timestampMs = '1767225600000';
export const rfc3339 = '2026-01-01T00:00:00.000Z';
export const timestamp = { seconds: '1767225600', nanos: '0' };
