import { type Expression, FilterError, type Mistake, type Span } from './expression.ts'
import { type Token, tokenize } from './tokens.ts'

const MAX_DEPTH = 20

export interface Parsed {
  /** Undefined for an empty text, and for a mistake. */
  readonly expression?: Expression | undefined
  readonly mistake?: Mistake | undefined
}

/**
 * Parses a filter expression. Terms beside each other must all hold, `or` is weaker, `-` negates what follows, and
 * parentheses group.
 */
export function parseFilter(text: string): Parsed {
  try {
    const tokens = tokenize(text)
    return tokens.length === 0 ? {} : { expression: new Parser(tokens, text.length).whole() }
  } catch (error) {
    if (error instanceof FilterError) return { mistake: error.mistake }
    throw error
  }
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #length: number
  #at = 0

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens
    this.#length = length
  }

  whole(): Expression {
    const expression = this.#alternatives(0)
    const rest = this.#tokens[this.#at]
    if (rest) throw new FilterError('This parenthesis has no beginning', rest)
    return expression
  }

  #alternatives(depth: number): Expression {
    const parts = [this.#conjunction(depth)]
    while (this.#take('or')) parts.push(this.#conjunction(depth))
    return joined('or', parts)
  }

  #conjunction(depth: number): Expression {
    const parts = [this.#unit(depth)]
    for (;;) {
      const next = this.#tokens[this.#at]
      if (next === undefined || next.type === 'or' || next.type === ')') return joined('and', parts)
      parts.push(this.#unit(depth))
    }
  }

  #unit(depth: number): Expression {
    const token = this.#tokens[this.#at++]
    if (token === undefined)
      throw new FilterError('A condition is expected here', { start: this.#length, end: this.#length })
    if (depth > MAX_DEPTH) throw new FilterError('Too many parentheses', token)
    if (token.type === 'word' || token.type === 'term') return token
    if (token.type === '-') {
      const part = this.#unit(depth + 1)
      return { type: 'not', part, start: token.start, end: part.end }
    }
    if (token.type === '(') return this.#group(token, depth)
    throw new FilterError('A condition is expected here', token)
  }

  #group(open: Span, depth: number): Expression {
    const inner = this.#alternatives(depth + 1)
    if (!this.#take(')')) throw new FilterError('This parenthesis has no end', open)
    return inner
  }

  #take(type: Token['type']): boolean {
    const isNext = this.#tokens[this.#at]?.type === type
    if (isNext) this.#at++
    return isNext
  }
}

function joined(type: 'and' | 'or', parts: readonly Expression[]): Expression {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined || parts.length === 1) return first as Expression
  return { type, parts, start: first.start, end: last.end }
}
