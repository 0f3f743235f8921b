/** Told what the server warns of: a deprecated API, an unknown field. `what` names the request in words. */
export type WarningHandler = (text: string, request: { readonly what: string }) => void

/** `299 - "text" "date"`, any number of them with commas between (RFC 7234, section 5.5). */
const WARNING = /(?:^|,)\s*(\d{3}) \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g

/** The texts of a Warning header that are of code 299, the only code that apiservers use; the others are passed over. */
export function parseWarnings(header: string): readonly string[] {
  return [...header.matchAll(WARNING)].flatMap(([, code, text = '']) =>
    code === '299' && text !== '' ? [text.replace(/\\(.)/g, '$1')] : [],
  )
}

/**
 * Tells each distinct text once, as kubectl does (client-go `rest.NewWarningWriter` with `Deduplicate`).
 *
 * @example
 * createKubeClient({ baseUrl, onWarning: distinctWarnings(text => toast(text)) })
 */
export function distinctWarnings(handler: WarningHandler): WarningHandler {
  const seen = new Set<string>()
  return (text, request) => {
    if (seen.has(text)) return
    seen.add(text)
    handler(text, request)
  }
}
