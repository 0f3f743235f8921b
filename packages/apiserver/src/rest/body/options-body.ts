import { errorMessage } from '@kube-informer/core/internal'
import { parseJson } from '../../json/json-parser.ts'
import { parseYaml } from '../../patch/parse-yaml.ts'
import { badRequest } from '../../status/status-errors.ts'
import { bodyTypeOf } from './media-type.ts'
import { readText } from './read-text.ts'

/** Parses a body with options, or with an action such as a binding; undefined if it is empty. */
export async function readOptionsBody(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  const type = bodyTypeOf(request)
  try {
    return type === 'yaml' ? (await parseYaml(text)).value : parseJson(text).value
  } catch (error) {
    if (type === 'yaml') throw error
    throw badRequest(`couldn't get version/kind; json parse error: ${errorMessage(error)}`)
  }
}
