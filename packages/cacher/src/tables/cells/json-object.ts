/** A JSON object. Only own properties are members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object, and not null or an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
