import type { PrismContent, PrismOperation, PrismSchema } from './prism-operation.ts';

/** An activity type that a path accepts, as listed in `x-activity-versions`, current type first. */
export interface ActivityVersion {
  readonly type: string;
  readonly intentKey: string;
  /** Absent for a vote: the response to a vote is the activity that was voted on. */
  readonly resultKey?: string;
}

/** An older type, with the schemas that only `x-activity-versions` has. */
export interface OlderVersion extends ActivityVersion {
  readonly resultKey: string;
  readonly example: object;
  readonly resultExample: object;
  readonly parameters: PrismSchema;
  readonly result: PrismSchema;
}

interface ActivityExample {
  readonly activity: { readonly result: Readonly<Record<string, unknown>> };
}

/** The operation of an older type: the current operation with other parameters and another result. */
export function ofOlderType(source: PrismOperation, current: ActivityVersion, older: OlderVersion): PrismOperation {
  const { type, intentKey, resultKey, parameters, result, example, resultExample } = older;
  const typeSchema: PrismSchema = { type: 'string', enum: [type] };
  const body = source.request?.body;
  return {
    ...source,
    request: {
      ...source.request,
      ...(body && { body: { ...body, contents: (body.contents ?? []).map(olderRequest) } }),
    },
    responses: source.responses.map((response) =>
      response.code === '200' ? { ...response, contents: (response.contents ?? []).map(olderAnswer) } : response,
    ),
  };

  function olderRequest(content: PrismContent): PrismContent {
    return { ...content, schema: withProperties(content.schema, { type: typeSchema, parameters }) };
  }

  function olderAnswer(content: PrismContent): PrismContent {
    const activity = withProperties(content.schema?.properties?.['activity'], {
      type: typeSchema,
      intent: { type: 'object', properties: { [intentKey]: parameters }, required: [intentKey] },
      result: { type: 'object', properties: { [resultKey]: result } },
    });
    return {
      ...content,
      schema: withProperties(content.schema, { activity }),
      examples: (content.examples ?? []).map((named) =>
        'value' in named ? { ...named, value: olderExample(named.value as ActivityExample) } : named,
      ),
    };
  }

  function olderExample({ activity }: ActivityExample): ActivityExample {
    const isDone = current.resultKey !== undefined && current.resultKey in activity.result;
    const ofType = { type, intent: { [intentKey]: example }, result: isDone ? { [resultKey]: resultExample } : {} };
    return { activity: { ...activity, ...ofType } };
  }
}

function withProperties(
  schema: PrismSchema | boolean | undefined,
  properties: Record<string, PrismSchema>,
): PrismSchema {
  if (typeof schema !== 'object') throw new Error('the document describes an activity that is not an object');
  return { ...schema, properties: { ...schema.properties, ...properties } };
}
