/**
 * Splits a stream of text into lines for any chunking, including split characters. The line ending, `\n` or `\r\n`, is
 * omitted; a last line without one is included. Ending the iteration cancels the stream.
 *
 * A line of more than `maxLength` characters (default 65,536) is yielded as soon as it reaches that length, with `…` at its
 * end, and the rest of it is skipped.
 */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
  { maxLength = 65_536 }: { readonly maxLength?: number | undefined } = {},
): AsyncGenerator<string, void, undefined> {
  const cut = (line: string) => (line.length > maxLength ? `${line.slice(0, maxLength)}…` : line)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const reader = stream.getReader()
  let rest = ''
  /** The line was yielded, and its end has not arrived yet. */
  let isSkipping = false
  try {
    while (true) {
      const { value, done } = await reader.read()
      const [first = '', ...lines] = decoder.decode(value, { stream: !done }).split('\n')
      // Searches only the new text, so that a line of many chunks is processed in linear time.
      lines.unshift(rest + first)
      rest = lines.pop() as string
      for (const line of lines) {
        if (!isSkipping) yield cut(line.replace(/\r$/, ''))
        isSkipping = false
      }
      // One more character can be the beginning of the line ending.
      if (!isSkipping && rest.length > maxLength + 1) {
        yield cut(rest)
        isSkipping = true
      }
      if (isSkipping) rest = ''
      if (done) break
    }
    if (rest !== '') yield cut(rest)
  } finally {
    reader.cancel().catch(() => {})
  }
}
