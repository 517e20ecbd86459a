import { stringify } from 'yaml';
import type { OpenApiDocument } from './openapi-document.ts';

/** The document as the bytes that are published. */
export const renderJson = (document: OpenApiDocument): string => `${JSON.stringify(document, null, 2)}\n`;

export const renderYaml = (document: OpenApiDocument): string =>
  stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
