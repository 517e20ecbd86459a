import type { z } from 'zod';

/** What the parameters of an activity have against a value, each as `path: error`; nothing where it is accepted. */
export const objections = ({ parameters }: { readonly parameters: z.ZodType }, value: unknown): string[] =>
  (parameters.safeParse(value).error?.issues ?? []).map((issue) => {
    const name = issue.code === 'custom' ? String(issue.params?.['errorCode']) : issue.code;
    return `${issue.path.join('.')}: ${name}`;
  });
