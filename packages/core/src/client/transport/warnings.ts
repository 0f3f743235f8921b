/** Called with each warning of the server, e.g. of a deprecated API or an unknown field. `what` describes the request. */
export type WarningHandler = (text: string, request: { readonly what: string }) => void

/** `299 - "text" "date"`, repeated with commas (RFC 7234, section 5.5). */
const WARNING = /(?:^|,)\s*(\d{3}) \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g

/** The texts of a Warning header with code 299, the only code that apiservers use; others are ignored. */
export function parseWarnings(header: string): readonly string[] {
  return [...header.matchAll(WARNING)].flatMap(([, code, text = '']) =>
    code === '299' && text !== '' ? [text.replace(/\\(.)/g, '$1')] : [],
  )
}

/**
 * Reports each distinct text once, as kubectl does (client-go `rest.NewWarningWriter` with `Deduplicate`).
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
