import { FilterError, OPERATORS, type Operator, type Span, type Term, type Word } from './expression.ts'

/** A piece of a filter expression. Spaces are none. */
export type Token = Term | Word | (Span & { readonly type: '(' | ')' | '-' | 'or' })

const FIELD = /[a-z][a-z0-9-]*/iy
const SPACES = /\s*/y

/** The pieces of an expression. Throws a FilterError for quotes without an end. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = skipSpaces(text, 0)
  while (at < text.length) {
    const token = tokenAt(text, at)
    tokens.push(token)
    at = skipSpaces(text, token.end)
  }
  return tokens
}

function skipSpaces(text: string, at: number): number {
  SPACES.lastIndex = at
  SPACES.test(text)
  return SPACES.lastIndex
}

function tokenAt(text: string, start: number): Token {
  const character = text[start]
  if (character === '(' || character === ')') return { type: character, start, end: start + 1 }
  if (character === '-' && /\S/.test(text[start + 1] ?? '')) return { type: '-', start, end: start + 1 }
  const term = termAt(text, start)
  if (term) return term
  const { value, end, quoted } = valueAt(text, start)
  if (!quoted && value.toLowerCase() === 'or') return { type: 'or', start, end }
  return { type: 'word', text: value, start, end }
}

function termAt(text: string, start: number): Term | undefined {
  FIELD.lastIndex = start
  const field = FIELD.exec(text)?.[0]
  if (field === undefined) return undefined
  const at = start + field.length
  const operator: Operator | undefined = OPERATORS.find(each => text.startsWith(each, at))
  if (operator === undefined) return undefined
  const valueStart = at + operator.length
  return {
    type: 'term',
    field: field.toLowerCase(),
    operator,
    valueStart,
    start,
    ...valueAt(text, valueStart),
  }
}

interface Value {
  readonly value: string
  readonly end: number
  readonly quoted: boolean
}

/** A value in quotes, or one until a space or a parenthesis that it did not open. */
function valueAt(text: string, start: number): Value {
  const quote = text[start]
  if (quote === '"' || quote === "'") return quotedAt(text, start, quote)
  let depth = 0
  let end = start
  for (; end < text.length; end++) {
    const character = text[end] ?? ''
    if (/\s/.test(character)) break
    if (character === '(') depth++
    if (character === ')' && --depth < 0) break
  }
  return { value: text.slice(start, end), end, quoted: false }
}

function quotedAt(text: string, start: number, quote: string): Value {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === quote) return { value, end: at + 1, quoted: true }
    if (character === '\\' && (text[at + 1] === quote || text[at + 1] === '\\')) value += text[++at]
    else value += character
  }
  throw new FilterError('The quotes have no end', { start, end: text.length })
}

/** A value as an expression has it: in quotes where it needs them. */
export const quote = (value: string): string =>
  value === '' || /[\s"'(),\\]/.test(value) || value.toLowerCase() === 'or'
    ? `"${value.replace(/["\\]/g, '\\$&')}"`
    : value
