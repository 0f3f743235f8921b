import { JsonError, parseJson } from '../../json/json-parser.ts'
import { parseYaml } from '../../patch/parse-yaml.ts'
import { badRequest } from '../../status/status-errors.ts'
import { bodyTypeOf } from './media-type.ts'
import { readText } from './read-text.ts'

/** Parses a body with options, or with an action such as a binding; undefined if it is empty. */
export async function readOptionsBody(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  try {
    return bodyTypeOf(request) === 'yaml' ? (await parseYaml(text)).value : parseJson(text).value
  } catch (error) {
    if (error instanceof JsonError)
      throw badRequest(`couldn't get version/kind; json parse error: ${error.message}`)
    throw error instanceof SyntaxError ? badRequest(error.message) : error
  }
}
