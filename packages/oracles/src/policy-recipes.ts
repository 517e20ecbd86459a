import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@mintmark/client';

/** What `create_policy` takes. */
type Recipe = Parameters<Client['createPolicy']>[0];

const page = join(import.meta.dirname, '../../../docs/policy-recipes.md');
const policy = /```json\n(.*?)```/gs;

/** The policies of docs/policy-recipes.md, in their order. */
export const readPolicyRecipes = (): Recipe[] =>
  [...readFileSync(page, 'utf8').matchAll(policy)].map(([, json = '']) => JSON.parse(json));
