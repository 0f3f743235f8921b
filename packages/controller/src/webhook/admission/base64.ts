/** More arguments than this overflow the stack of some hosts. */
const MAX_ARGUMENTS = 8192

/** A text's UTF-8 in base64. `btoa` alone accepts Latin-1 only. */
export function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += MAX_ARGUMENTS)
    parts.push(String.fromCharCode(...bytes.subarray(start, start + MAX_ARGUMENTS)))
  return btoa(parts.join(''))
}
