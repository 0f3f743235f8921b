import type { JsonObject } from '../../api/json-value.ts'
import { parseJsonObject } from './parse-json-object.ts'
import type { ReadBytesOptions } from './read-bytes.ts'
import { readJsonText } from './read-json-text.ts'

/** The body of a request: a JSON object. */
export interface JsonBody {
  readonly value: JsonObject
  /** What `value` was parsed from. It has the digits of integers that `JSON.parse` rounds. */
  readonly text: string
}

/**
 * Reads a request whose body is a JSON object. Of members with the same name, the last one counts, as in Go.
 *
 * Rejects with a RequestBodyError as `readJsonText` does, and with code 400 if the text is not JSON or no object.
 */
export async function readJsonBody(request: Request, options: ReadBytesOptions): Promise<JsonBody> {
  const text = await readJsonText(request, options)
  return { text, value: parseJsonObject(text) }
}
