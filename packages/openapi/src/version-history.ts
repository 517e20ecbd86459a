import type { ActivityUnit } from '@mintmark/schema';
import { z } from 'zod';
import { metadataOf, walk } from './schema-tree.ts';

/** A schema outside the document's components: complete, with descriptions and without references. */
const selfContained = (schema: z.ZodType) => {
  const metadata = z.registry<Record<string, unknown>>();
  for (const node of walk(schema)) {
    const { id: _name, ...told } = metadataOf(node.schema);
    metadata.add(node.schema, told);
  }
  const { $schema: _dialect, ...told } = z.toJSONSchema(schema, { io: 'input', metadata });
  return told;
};

/** The older types of an activity. A vote has none. */
const older = (unit: ActivityUnit) =>
  'selection' in unit
    ? []
    : unit.superseded.map(
        ({ type, intentKey, resultKey, change, upgrade, downgrade, example, parameters, result }) => ({
          type,
          intentKey,
          resultKey,
          status: 'superseded',
          change,
          ...(typeof upgrade === 'function'
            ? { upgrade: 'automatic' }
            : { upgrade: 'by the server', needsServer: upgrade.needsServer }),
          example,
          resultExample: downgrade(unit.example.result as never),
          parameters: selfContained(parameters),
          result: selfContained(result),
        }),
      );

/** The types that the path of an activity accepts: the current type, which the document describes, and the older ones. */
export const versionHistory = (unit: ActivityUnit) => [
  {
    type: unit.type,
    intentKey: unit.intentKey,
    ...('resultKey' in unit && { resultKey: unit.resultKey }),
    status: 'current',
  },
  ...older(unit),
];
