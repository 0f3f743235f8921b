import { FilterError, type Mistake } from './expression.ts'
import { type Token, tokenize } from './tokens.ts'

/** A piece of a text in one color. */
export interface Mark {
  readonly start: number
  readonly text: string
  readonly type: 'field' | 'operator' | 'mistake' | 'plain'
}

/** The pieces of an expression: fields, operators, the mistake if there is one, and the rest. */
export function highlight(text: string, mistake: Mistake | undefined): readonly Mark[] {
  const types = new Array<Mark['type']>(text.length).fill('plain')
  for (const token of tokensOf(text)) {
    if (token.type === 'term') {
      types.fill('field', token.start, token.start + token.field.length)
      types.fill('operator', token.start + token.field.length, token.valueStart)
    } else if (token.type !== 'word') types.fill('operator', token.start, token.end)
  }
  if (mistake) types.fill('mistake', mistake.start, mistake.end)
  const starts = types.flatMap((type, at) => (type === types[at - 1] ? [] : at))
  return starts.map((start, index) => ({
    start,
    text: text.slice(start, starts[index + 1]),
    type: types[start] ?? 'plain',
  }))
}

function tokensOf(text: string): readonly Token[] {
  try {
    return tokenize(text)
  } catch (error) {
    if (error instanceof FilterError) return []
    throw error
  }
}
