import { PERL } from './character-set.ts'

/** A condition on the characters before and after a position; -1 is an end of the text. */
export type Assertion = (before: number, after: number) => boolean

const LINE_FEED = 10

export const textStart: Assertion = before => before < 0
export const textEnd: Assertion = (_, after) => after < 0
export const lineStart: Assertion = before => before < 0 || before === LINE_FEED
export const lineEnd: Assertion = (_, after) => after < 0 || after === LINE_FEED

const isWord = (code: number): boolean => code >= 0 && PERL.w?.(code) === true

export const isWordBoundary: Assertion = (before, after) => isWord(before) !== isWord(after)
