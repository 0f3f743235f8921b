/**
 * The text of a file, without its byte order mark. Kubernetes' YAML reader takes UTF-16, which PowerShell's `>` writes, if it
 * starts with a mark, and UTF-8.
 *
 * @example const text = decodeText(await readFile('crds.yaml'))
 */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
