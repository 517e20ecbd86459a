import { z } from 'zod';
import { component } from '../component.ts';
import { id, text } from '../vocabulary.ts';

const FieldViolation = component(
  'FieldViolation',
  'A field that breaks the contract.',
  z.object({
    field: text('Path of the field, with dots between its members, for example parameters.users.0.userName.'),
    description: text('What is wrong with it.'),
  }),
);

const ErrorDetail = component(
  'ErrorDetail',
  'More about an error. Its @type says which of the other members are there.',
  z.object({
    '@type': text('mintmark.v1.ErrorDetail or google.rpc.BadRequest.').meta({ examples: ['mintmark.v1.ErrorDetail'] }),
    errorCode: text('Stable name of the error, as the catalogue of this document lists it.').optional(),
    activityId: id('The activity that was kept when the request was denied.').optional(),
    fieldViolations: z.array(FieldViolation).describe('The fields that break the contract.').optional(),
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
    message: text('The reason, for people.'),
    details: z.array(ErrorDetail).describe('The reason, for programs.'),
  }),
);
