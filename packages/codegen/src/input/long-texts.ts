import type { Field } from './field.ts'

/** In characters. A server stores no object with more, and a description is wrapped word by word. */
const LONGEST_TEXT = 1024 * 1024

/** Reports each text of a document that is too long. Returns whether there is none. */
export function hasNoLongTexts(root: Field): boolean {
  let isFine = true
  const waiting = [root]
  for (let field = waiting.pop(); field; field = waiting.pop()) {
    const { value } = field
    if (typeof value === 'string' && value.length > LONGEST_TEXT) {
      field.report('is longer than 1 Mi characters: a server would not store it')
      isFine = false
    } else for (const member of membersOf(field)) waiting.push(member)
  }
  return isFine
}

function* membersOf(field: Field): Generator<Field> {
  const { value } = field
  if (Array.isArray(value)) for (const index of value.keys()) yield field.at(index)
  else if (typeof value === 'object' && value !== null)
    for (const key of Object.keys(value)) yield field.at(key)
}
