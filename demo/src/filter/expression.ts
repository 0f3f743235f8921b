/** The part of the text that something stands for. */
export interface Span {
  readonly start: number
  /** The position after the last character. */
  readonly end: number
}

export type Operator = (typeof OPERATORS)[number]
/** Longer ones first, since the others are their beginnings. */
export const OPERATORS = ['=~', '!~', '!=', '>=', '<=', ':', '=', '>', '<'] as const

/** `status:Running`. */
export interface Term extends Span {
  readonly type: 'term'
  readonly field: string
  readonly operator: Operator
  /** The value as it is meant: without quotes. */
  readonly value: string
  /** Where the value starts. */
  readonly valueStart: number
  /** Whether commas are a part of the value. */
  readonly quoted: boolean
}

/** A text without a field: a part of the name or the namespace. */
export interface Word extends Span {
  readonly type: 'word'
  readonly text: string
}

export type Expression =
  | Term
  | Word
  | (Span & { readonly type: 'and' | 'or'; readonly parts: readonly Expression[] })
  | (Span & { readonly type: 'not'; readonly part: Expression })

/** What is wrong, and where. */
export interface Mistake extends Span {
  readonly message: string
}

/** Thrown within this folder; what it exports returns mistakes. */
export class FilterError extends Error {
  readonly mistake: Mistake

  constructor(message: string, { start, end }: Span) {
    super(message)
    this.mistake = { message, start, end: Math.max(end, start + 1) }
  }
}
