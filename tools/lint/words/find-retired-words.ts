import { codeOnly } from './code-only.ts'

/** A term that the project no longer uses. */
export interface RetiredWord {
  /** A regular expression without flags; it is matched against one line at a time, ignoring case unless it has capitals. */
  readonly pattern: string
  /** What to write instead. */
  readonly use: string
  /**
   * `text`: code, comments, docs and file names. `identifier`: names in code only, where each part of a camelCase name
   * counts as a word, so that `turn` matches `nextTurn` and neither `return` nor a comment.
   */
  readonly match: 'text' | 'identifier'
  /** A path prefix; absent: everywhere. */
  readonly only?: string
}

/** One use of a retired term. */
export interface RetiredWordUse {
  readonly file: string
  /** From 1; 0 for the file's name. */
  readonly line: number
  readonly found: string
  readonly use: string
}

const IDENTIFIER = /[A-Za-z_$][\w$]*/g

/** Every use of a retired term in a file's name and text. */
export function findRetiredWords(
  file: string,
  text: string,
  words: readonly RetiredWord[],
): readonly RetiredWordUse[] {
  const applicable = words.filter(({ only }) => only === undefined || file.startsWith(only))
  const textWords = applicable.filter(({ match }) => match === 'text')
  const identifierWords = applicable.filter(({ match }) => match === 'identifier')
  const inText = findInLines(file, [file, ...text.split('\n')], textWords)
  if (!/\.[cm]?[jt]sx?$/.test(file) || identifierWords.length === 0) return inText
  const names = codeOnly(text)
    .split('\n')
    .map(line => (line.match(IDENTIFIER) ?? []).flatMap(wordsOf).join(' '))
  return [...inText, ...findInLines(file, ['', ...names], identifierWords)]
}

function findInLines(
  file: string,
  lines: readonly string[],
  words: readonly RetiredWord[],
): readonly RetiredWordUse[] {
  return words.flatMap(({ pattern, use, match }) => {
    const expression = new RegExp(match === 'identifier' ? `\\b(?:${pattern})\\b` : pattern, flags(pattern))
    return lines.flatMap((content, line) => {
      const found = expression.exec(content)?.[0]
      return found === undefined ? [] : [{ file, line, found, use }]
    })
  })
}

/** A term with capitals is a name, and matched as it is written. */
const flags = (pattern: string): string => (/(?<!\\)[A-Z]/.test(pattern) ? '' : 'i')

/** `linesOfHost` as `linesOfHost`, `lines`, `Of`, `Host`. */
function wordsOf(identifier: string): readonly string[] {
  const parts = identifier.split(/(?<=[a-z0-9])(?=[A-Z])|[_$]+/).filter(part => part !== '')
  return parts.length > 1 ? [identifier, ...parts] : [identifier]
}
