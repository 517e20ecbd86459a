import { z } from 'zod';
import { component } from '../component.ts';
import { id, text } from '../vocabulary.ts';

const FieldViolation = component(
  'FieldViolation',
  'A field that violates the contract.',
  z.object({
    field: text('Dotted path of the field, for example parameters.users.0.userName.'),
    description: text('What is wrong with the field.'),
  }),
);

const ErrorDetail = component(
  'ErrorDetail',
  'Details of an error. The @type determines which other members are present.',
  z.object({
    '@type': text('mintmark.v1.ErrorDetail or google.rpc.BadRequest.').meta({ examples: ['mintmark.v1.ErrorDetail'] }),
    errorCode: text('Stable name of the error, as listed in the error catalogue of this document.').optional(),
    activityId: id('The activity that was stored when the request was denied.').optional(),
    fieldViolations: z.array(FieldViolation).describe('The fields that violate the contract.').optional(),
  }),
);

/** The body of every response that is not 200, and the failure of an activity. */
export const ApiError = component(
  'ApiError',
  'Why a request was refused, or why an activity failed.',
  z.object({
    code: z
      .int()
      .min(0)
      .max(16)
      .meta({ description: 'Canonical status as an integer.', examples: [3] }),
    message: text('Human-readable reason.'),
    details: z.array(ErrorDetail).describe('Machine-readable reason.'),
  }),
);
