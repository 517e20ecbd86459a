import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from './openapi-document.ts';

export type { OpenApiDocument };

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The paths of the published document, as JSON and as YAML. */
export const documentPath: string = pathOf('../v1/openapi.json');
export const documentYamlPath: string = pathOf('../v1/openapi.yaml');

/** The path of its OpenAPI 3.0.3 version, for generators that do not read 3.1 yet. */
export const document30Path: string = pathOf('../v1/openapi-3.0.json');

/** The directory of the docs page: static files, ready to serve. */
export const docsPath: string = pathOf('../docs');

/** The published document. */
export const document: OpenApiDocument = JSON.parse(readFileSync(documentPath, 'utf8'));
