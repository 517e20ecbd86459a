import type { OpenApiDocument } from './openapi-document.ts';

// biome-ignore lint/suspicious/noExplicitAny: reads deep into a document whose shape the tests and the linter check.
type Loose = Record<string, any>;

/** The keywords that mean the same in both versions. A schema that uses another keyword is refused until it is handled here. */
const sharedKeywords = new Set([
  '$ref',
  'additionalProperties',
  'description',
  'enum',
  'items',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
  'properties',
  'required',
  'type',
]);

const mapValues = <T>(record: Loose, change: (value: Loose, key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));

/** Converts a schema to OpenAPI 3.0; throws if OpenAPI 3.0 cannot express it. */
function schema30(schema: Loose, place: string): Loose {
  const { examples, ...told } = schema;
  const foreign = Object.keys(told).find((key) => !sharedKeywords.has(key) && !key.startsWith('x-'));
  if (foreign !== undefined)
    throw new Error(`${place}: OpenAPI 3.0 may not have ${foreign}, or may define it differently`);
  if (typeof told['type'] === 'object') throw new Error(`${place}: OpenAPI 3.0 has no lists of types`);
  if ('$ref' in told && Object.keys(schema).length > 1)
    throw new Error(`${place}: OpenAPI 3.0 ignores what is beside $ref`);
  const { properties, items, additionalProperties } = told;
  return {
    ...told,
    ...(properties && { properties: mapValues(properties, (inner, name) => schema30(inner, `${place}.${name}`)) }),
    ...(items && { items: schema30(items, `${place}[]`) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: schema30(additionalProperties, `${place}{}`),
    }),
    ...(examples && { example: examples[0] }),
  };
}

const json = 'application/json';
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Converts the document to OpenAPI 3.0.3, for generators that do not read 3.1 yet.
 *
 * Examples are where those generators accept them without a warning: the example of a request in its schema, the examples
 * of a response among the components.
 */
export function buildDocument30(document: OpenApiDocument): OpenApiDocument {
  const { summary, description, license, ...info } = document.info as Loose;
  const schemas = mapValues(document.components.schemas, schema30);
  const examples: Loose = { ...document.components.examples };

  const requestBody30 = (body: Loose) => {
    const { examples: told, ...content } = body['content'][json];
    const name = content.schema.$ref.slice('#/components/schemas/'.length);
    schemas[name] = { ...schemas[name], example: told.request.value };
    return { ...body, content: { [json]: content } };
  };
  const response30 = (response: Loose, operationId: string) => {
    if (response['$ref']) return response;
    const content = response['content'][json];
    const referred = mapValues(content.examples, (example, name) => {
      if (example['$ref']) return example;
      const component = `${operationId}${capitalized(name)}`;
      examples[component] = example;
      return { $ref: `#/components/examples/${component}` };
    });
    return { ...response, content: { [json]: { ...content, examples: referred } } };
  };
  const paths = mapValues(document.paths, (item) =>
    mapValues(item, (operation) => ({
      ...operation,
      requestBody: requestBody30(operation['requestBody']),
      responses: mapValues(operation['responses'], (response) => response30(response, operation['operationId'])),
    })),
  );

  return {
    ...document,
    openapi: '3.0.3',
    info: {
      ...(info as OpenApiDocument['info']),
      description: `${summary}\n\n${description}`,
      license: { name: license.name, url: `https://spdx.org/licenses/${license.identifier}.html` },
    },
    paths,
    components: {
      ...document.components,
      schemas,
      headers: mapValues(document.components.headers, (header, name) => ({
        ...header,
        schema: schema30(header['schema'], name),
      })),
      examples,
    },
  };
}
