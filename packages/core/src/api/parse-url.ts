/** `URL.parse`, which Node 20 lacks. Browsers have had `URL.canParse` for a shorter time than all else that core uses. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
