import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from './openapi-document.ts';

export type { OpenApiDocument };

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Where the published document lies on disk, as JSON and as YAML. */
export const documentPath: string = pathOf('../v1/openapi.json');
export const documentYamlPath: string = pathOf('../v1/openapi.yaml');

/** Where its rendition in OpenAPI 3.0.3 lies, for generators that do not read 3.1 yet. */
export const document30Path: string = pathOf('../v1/openapi-3.0.json');

/** The directory of the docs page: static files that can be served as they are. */
export const docsPath: string = pathOf('../docs');

/** The published document. */
export const document: OpenApiDocument = JSON.parse(readFileSync(documentPath, 'utf8'));
