import { isDeepStrictEqual } from 'node:util';
import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import type { OpenApiDocument } from './openapi-document.ts';

/** Turns routes with Zod schemas into paths and component schemas. Only this file uses the library that does so. */
export function buildComponents(routes: readonly RouteConfig[]): Pick<OpenApiDocument, 'paths'> & {
  readonly schemas: OpenApiDocument['components']['schemas'];
} {
  const registry = new OpenAPIRegistry();
  for (const route of routes) registry.registerPath(route);
  const generator = new OpenApiGeneratorV31(registry.definitions);
  const { paths = {}, components } = generator.generateDocument({ openapi: '3.1.0', info: { title: '', version: '' } });
  // Both forms accept anything, but some generators warn about the empty schema.
  const schemas = JSON.parse(JSON.stringify(components?.schemas ?? {}), (key, value) =>
    key === 'additionalProperties' && isDeepStrictEqual(value, {}) ? true : value,
  );
  return { paths: paths as OpenApiDocument['paths'], schemas };
}
