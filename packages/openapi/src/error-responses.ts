import { type ErrorName, errorStatuses, errors, type HttpErrorStatus, type Unit } from '@mintmark/schema';
import { responseHeaders } from './headers.ts';
import { rulesOf } from './schema-tree.ts';

const everyOperation: readonly ErrorName[] = [
  'REQUEST_INVALID',
  'CONCURRENT_CHANGE',
  'REQUEST_TOO_LARGE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL',
  'UNIMPLEMENTED',
  'UNAVAILABLE',
];

const stampedOperation: readonly ErrorName[] = [
  ...everyOperation,
  'INVALID_ORGANIZATION_ID',
  'SIGNATURE_MISSING',
  'SIGNATURE_INVALID',
  'PUBLIC_KEY_NOT_FOUND',
  'CREDENTIAL_NOT_FOUND',
  'CREDENTIAL_CONFLICT',
  'API_KEY_EXPIRED',
  'ORGANIZATION_NOT_FOUND',
];

/** The errors that every operation of a kind can return. */
const byKind = {
  activity: [...stampedOperation, 'INVALID_TIME', 'REQUEST_NOT_AUTHORIZED', 'RESOURCE_LIMIT_EXCEEDED'],
  query: [...stampedOperation, 'FORBIDDEN'],
  proxy: [
    ...everyOperation,
    'AUTH_PROXY_CONFIG_NOT_FOUND',
    'ORIGIN_NOT_ALLOWED',
    'ROUTE_NOT_FOUND',
    'RESOURCE_LIMIT_EXCEEDED',
  ],
} satisfies Record<Unit['kind'], readonly ErrorName[]>;

const statusWords: Record<HttpErrorStatus, string> = {
  400: 'The request is invalid, or the current state of the organization does not allow it. Nothing was changed.',
  401: 'The caller could not be authenticated.',
  403: 'The caller is not authorized to do this.',
  404: 'A resource that the request names does not exist.',
  409: 'A value that must be unique is already in use, or another request changed the same data concurrently.',
  413: 'The request body is too large.',
  429: 'A rate limit or a quota was exceeded.',
  500: 'Internal error.',
  501: 'This server does not implement the operation.',
  503: 'The service, or a system that it depends on, is temporarily unavailable.',
};

/** The unique error names of one status, in the order of the catalogue. */
const ofStatus = (status: HttpErrorStatus, names: readonly ErrorName[]) =>
  (Object.keys(errors) as ErrorName[]).filter((name) => names.includes(name) && errors[name].httpStatus === status);

const response = (status: HttpErrorStatus, names: readonly ErrorName[]) => ({
  description: statusWords[status],
  headers: responseHeaders(status),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/ApiError' },
      examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
    },
  },
});

const sharedName = (kind: Unit['kind'], status: HttpErrorStatus) =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Error${status}`;

/** The errors of one operation beyond those of its kind. */
const ownErrors = (unit: Unit) => [...unit.errors, ...rulesOf(unit.request).map((rule) => rule.errorCode as ErrorName)];

/** Whether the errors of an operation with this status are only those of its kind. */
const isShared = (unit: Unit, status: HttpErrorStatus) => ofStatus(status, ownErrors(unit)).length === 0;

/** The error responses that operations of a kind have in common, as components of the document. */
export const sharedErrorResponses = (units: readonly Unit[]) =>
  Object.fromEntries(
    units.flatMap((unit) =>
      errorStatuses
        .filter((status) => isShared(unit, status))
        .map((status) => [sharedName(unit.kind, status), response(status, ofStatus(status, byKind[unit.kind]))]),
    ),
  );

/** The error responses of one operation by status. */
export const errorResponses = (unit: Unit) =>
  Object.fromEntries(
    errorStatuses.map((status) => [
      status,
      isShared(unit, status)
        ? { $ref: `#/components/responses/${sharedName(unit.kind, status)}` }
        : response(status, ofStatus(status, [...byKind[unit.kind], ...ownErrors(unit)])),
    ]),
  );
