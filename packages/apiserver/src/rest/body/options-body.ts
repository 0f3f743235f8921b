import { errorMessage } from '@kube-informer/core/internal'
import { parseJson } from '../../json/json-parser.ts'
import { parseYaml } from '../../patch/parse-yaml.ts'
import { badRequest } from '../../status/status-errors.ts'
import { bodyTypeOf } from './media-type.ts'
import { readText } from './read-text.ts'

/** The body of a request that brings options, or an order that is not stored; undefined where there is none. */
export async function readOptionsBody(request: Request): Promise<unknown> {
  const text = await readText(request)
  if (text === '') return undefined
  const type = bodyTypeOf(request)
  try {
    return type === 'yaml' ? await parseYaml(text) : parseJson(text).value
  } catch (error) {
    if (type === 'yaml') throw error
    throw badRequest(`couldn't get version/kind; json parse error: ${errorMessage(error)}`)
  }
}
