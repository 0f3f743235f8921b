/**
 * The lines of a stream of text, whatever the pieces it comes in: a character may be split between two. The end of a
 * line, `\n` or `\r\n`, is left out; a last line without one counts. Ending the iteration cancels the stream.
 */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const reader = stream.getReader()
  let rest = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      const [first = '', ...lines] = decoder.decode(value, { stream: !done }).split('\n')
      // Only what is new is searched, so that a line of many pieces costs no more than its length.
      lines.unshift(rest + first)
      rest = lines.pop() ?? ''
      for (const line of lines) yield line.replace(/\r$/, '')
      if (done) break
    }
    if (rest !== '') yield rest
  } finally {
    reader.cancel().catch(() => {})
  }
}
