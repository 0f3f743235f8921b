/**
 * Splits a stream of text into lines for any chunking, including split characters. The line ending, `\n` or `\r\n`, is
 * omitted; a last line without one is included. Ending the iteration cancels the stream.
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
      // Searches only the new text, so that a line of many chunks is processed in linear time.
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
