import { errorMessage } from '@kube-informer/core/internal'
/** An error of the package `yaml`. */
export interface YamlProblem {
  readonly code: string
  readonly message: string
  /** Start and end offsets, in characters. */
  readonly pos: readonly number[]
}

/** The messages of the server's parser for common mistakes. */
const TEXTS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'mapping values are not allowed in this context',
  TAB_AS_INDENT: 'found character that cannot start any token',
  BAD_SCALAR_START: 'found character that cannot start any token',
  MISSING_CHAR: 'found unexpected end of stream',
  BAD_DQ_ESCAPE: 'found unknown escape character',
}

/**
 * The server's message for an error. Whether and which line it names depends on the part of Go's parser that finds it.
 */
export function yamlErrorText({ code, message, pos: [at = 0] }: YamlProblem, source: string): string {
  if (!isUnfinished(code, message)) return withLine(lineOf(source, at), TEXTS[code] ?? message)
  const end = source.trimEnd().length
  // These messages count lines from 0, and the end of the text starts a new line.
  const line = at >= end ? lineOf(source, end) : lineOf(source, at) - 1
  return `yaml: ${line > 0 ? `line ${line}: ` : ''}${unfinished(message, source)}`
}

const isUnfinished = (code: string, message: string): boolean =>
  (code === 'BAD_INDENT' || code === 'MISSING_CHAR') && /flow/i.test(message)

/** What an unclosed bracket lacks: the next item, or its end. */
function unfinished(message: string, source: string): string {
  if (/[[{,:]\s*$/.test(source)) return 'did not find expected node content'
  return `did not find expected ',' or '${/map/i.test(message) ? '}' : ']'}'`
}

const withLine = (line: number, text: string): string => `yaml: ${line > 1 ? `line ${line}: ` : ''}${text}`

const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length

/** The message for an unknown alias, or for too many aliases. */
export function aliasErrorText(error: unknown): string {
  const message = errorMessage(error)
  const [, anchor] = /Unresolved alias[^:]*: (\S+)/.exec(message) ?? []
  return anchor === undefined
    ? 'yaml: document contains excessive aliasing'
    : `yaml: unknown anchor '${anchor}' referenced`
}
