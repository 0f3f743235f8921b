import type { Scalar } from 'yaml'
import { plainScalar } from './plain-scalar.ts'

const STANDARD_TAG = 'tag:yaml.org,2002:'
const TEXT_TAGS: readonly unknown[] = ['!', `${STANDARD_TAG}str`]

/** The value of a scalar in the syntax tree of {@link readYaml}: see {@link plainScalar}. Quoted ones, and those with `!!str`, are text. */
export function scalarValue({ type, source, value, tag }: Scalar): string | boolean | null | number {
  const text = source ?? String(value ?? '')
  const isPlain = type === 'PLAIN' || tag?.startsWith(STANDARD_TAG) === true
  return isPlain && !TEXT_TAGS.includes(tag) ? plainScalar(text) : text
}
