import { errorStatuses } from '@mintmark/schema';

/**
 * Rules for the document beyond validity: it avoids shapes that generators, mocks and validators get wrong, and every
 * operation documents errors that clients can be tested against.
 */

interface Context {
  report(problem: { message: string; location?: unknown }): void;
  resolve(node: unknown): { node?: unknown };
  readonly location: { child(path: (string | number)[]): unknown };
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly pattern?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly examples?: object }>>;
}

const forbidding = (keywords: readonly string[], reason: string) => () => ({
  Schema(schema: object, { report, location }: Context) {
    for (const keyword of keywords) {
      if (keyword in schema) report({ message: `${keyword}: ${reason}`, location: location.child([keyword]) });
    }
  },
});

const rules = {
  'no-null': () => ({
    Schema(schema: Schema, { report }: Context) {
      if ([schema.type].flat().includes('null') || 'nullable' in schema) {
        report({ message: 'a nullable value; make the field optional instead' });
      }
    },
  }),
  'no-default': forbidding(['default'], 'makes an optional field required in generated clients'),
  'no-all-of': forbidding(['allOf'], 'no value satisfies two closed objects'),
  'no-union': forbidding(['oneOf', 'anyOf'], 'generators and mocks disagree on what a union is'),
  'no-tuple': forbidding(['prefixItems'], 'mocks cannot generate a tuple'),
  'no-exclusive-limit': forbidding(
    ['exclusiveMinimum', 'exclusiveMaximum'],
    'mocks do not respect it; use minimum or maximum',
  ),

  /** A pattern with a leaked regular-expression flag matches nothing. */
  'pattern-accepts-examples': () => ({
    Schema({ pattern, example, examples = [] }: Schema, { report, location }: Context) {
      if (pattern === undefined) return;
      const place = location.child(['pattern']);
      let compiled: RegExp;
      try {
        compiled = new RegExp(pattern, 'u');
      } catch (error) {
        report({ message: `not a regular expression: ${(error as Error).message}`, location: place });
        return;
      }
      for (const value of example === undefined ? examples : [...examples, example]) {
        if (!compiled.test(String(value)))
          report({ message: `the pattern refuses the example ${value}`, location: place });
      }
    },
  }),

  'described-properties': () => ({
    Schema({ properties = {} }: Schema, { report, location, resolve }: Context) {
      for (const [name, property] of Object.entries(properties)) {
        const described = (property.$ref === undefined ? property : (resolve(property).node as Schema)).description;
        if (!described)
          report({ message: `${name} has no description`, location: location.child(['properties', name]) });
      }
    },
  }),

  /** As a header parameter, a stamp would have to be passed to every call of a generated client. */
  'stamps-are-security-schemes': () => ({
    Parameter({ in: place, name }: { in: string; name: string }, { report }: Context) {
      if (place === 'header' && /^x-(stamp|auth-proxy)/i.test(name)) {
        report({ message: `${name} is a security scheme, not a parameter` });
      }
    },
  }),

  'full-error-set': () => ({
    Operation({ responses }: { responses: Readonly<Record<string, unknown>> }, { report, location, resolve }: Context) {
      for (const status of [200, ...errorStatuses]) {
        const { node } = responses[status] === undefined ? {} : resolve(responses[status]);
        const examples = (node as Response | undefined)?.content?.['application/json']?.examples;
        if (!examples || Object.keys(examples).length === 0) {
          report({ message: `status ${status} needs a named example`, location: location.child(['responses']) });
        }
      }
    },
  }),
};

export default () => ({ id: 'contract', rules: { oas3: rules } });
