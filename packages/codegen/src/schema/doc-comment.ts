import { WIDTH } from './type-node.ts'

/** What a comment says. */
export interface Documentation {
  /** Text from outside: nothing in it becomes a tag, or ends the comment. */
  readonly text?: string | undefined
  /** Lines of our own after the text, e.g. `Format: date-time.` */
  readonly notes?: readonly string[] | undefined
  /** Tags with their text, e.g. `@default 1`. */
  readonly tags?: readonly string[] | undefined
}

/** Controls, and marks that would show a source in another order than the compiler reads it. */
const HIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/**
 * A TSDoc comment with its line break at the end, wrapped to the width of generated lines. Empty if there is nothing to say.
 *
 * A paragraph that starts with `Deprecated:`, Go's mark, becomes the tag. Other words with `@` are text: at the start of a
 * line they are written `\@`. The end of a comment within the text is written `*\/`.
 */
export function docComment({ text = '', notes = [], tags = [] }: Documentation, indent: string): string {
  const { lines, deprecation } = readText(text)
  const width = WIDTH - indent.length - ' * '.length
  const body = [...lines, ...notes.map(oneLine)].flatMap(line => wrapped(line, width)).map(withoutTag)
  const isDeprecated = tags.some(tag => tag.startsWith('@deprecated'))
  const tagged = [...tags, ...(deprecation && !isDeprecated ? [`@deprecated ${deprecation}`] : [])]
  const tagLines = tagged.flatMap(tag => wrapped(oneLine(tag), width).map(tagLine))
  const separator = body.length > 0 && tagLines.length > 0 ? [''] : []
  return comment([...body, ...separator, ...tagLines], indent)
}

function comment(lines: readonly string[], indent: string): string {
  const [first, ...others] = lines.map(line => line.replaceAll('*/', '*\\/'))
  if (first === undefined) return ''
  const line = `${indent}/** ${first} */`
  if (others.length === 0 && line.length <= WIDTH) return `${line}\n`
  return `${indent}/**\n${[first, ...others].map(each => `${indent} *${each && ' '}${each}\n`).join('')}${indent} */\n`
}

/** The lines of a text without empty ones at its ends, and the text of its paragraph `Deprecated:`. */
function readText(text: string): { readonly lines: readonly string[]; readonly deprecation: string } {
  const lines: string[] = []
  const deprecation: string[] = []
  let deprecated = false
  for (const raw of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const line = raw.replaceAll('\t', '  ').replace(HIDDEN, '').trimEnd()
    deprecated = line.startsWith('Deprecated:') || (deprecated && line !== '')
    if (deprecated) deprecation.push(line.replace(/^Deprecated:/, '').trim())
    else if (line !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(line)
  }
  if (lines.at(-1) === '') lines.pop()
  return { lines, deprecation: deprecation.join(' ').trim() }
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(HIDDEN, '')

/** A line in pieces of at most a width, with the indentation of the line. Longer words stay whole. */
function wrapped(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line]
  const indent = /^ {0,16}/.exec(line)?.[0] ?? ''
  const pieces: string[] = []
  let piece = ''
  for (const word of line.split(' ').filter(Boolean)) {
    if (piece !== '' && indent.length + piece.length + 1 + word.length > width) {
      pieces.push(indent + piece)
      piece = word
    } else {
      piece = piece === '' ? word : `${piece} ${word}`
    }
  }
  return [...pieces, indent + piece]
}

/** TypeScript reads a tag, and even `@ts-expect-error`, at the start of a line. */
const withoutTag = (line: string): string => line.replace(/^(\s*)@/, '$1\\@')

/** The first line of a tag keeps its `@`. */
const tagLine = (line: string, index: number): string => (index === 0 ? line : withoutTag(line))
