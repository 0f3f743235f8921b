import { lineAt, type YamlProblem } from '@kube-informer/core/yaml'

/** The messages of the server's parser for common mistakes. */
const TEXTS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'mapping values are not allowed in this context',
  TAB_AS_INDENT: 'found character that cannot start any token',
  BAD_SCALAR_START: 'found character that cannot start any token',
  MISSING_CHAR: 'found unexpected end of stream',
  BAD_DQ_ESCAPE: 'found unknown escape character',
}

/** The server's message for a problem. */
export function yamlErrorText(problem: YamlProblem, source: string): string {
  const { code, name, offset = 0 } = problem
  switch (code) {
    case 'syntax':
      return syntaxErrorText(problem, source)
    case 'unknown-anchor':
      return `yaml: unknown anchor '${name}' referenced`
    case 'circular-alias':
      return `yaml: anchor '${name}' value contains itself`
    case 'too-many-aliases':
      return 'yaml: document contains excessive aliasing'
    case 'too-deep':
      return 'yaml: exceeded max depth'
    default:
      return withLine(lineAt(source, offset), problem.message)
  }
}

/** Whether and which line the message names depends on the part of Go's parser that finds the mistake. */
function syntaxErrorText({ syntaxCode = '', message, offset: at = 0 }: YamlProblem, source: string): string {
  if (!isUnfinished(syntaxCode, message)) return withLine(lineAt(source, at), TEXTS[syntaxCode] ?? message)
  const end = source.trimEnd().length
  // These messages count lines from 0, and the end of the text starts a new line.
  const line = at >= end ? lineAt(source, end) : lineAt(source, at) - 1
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
