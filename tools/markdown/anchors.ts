const HEADING = /^#{1,6} +(.+?) *#*$/gm
const EXPLICIT = /<a (?:id|name)="([^"]+)">/g
const CODE_BLOCK = /^```[\s\S]*?^```$/gm

/** The anchors of a page on GitHub: one for each heading, and explicit ones. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const prose = text.replaceAll(CODE_BLOCK, '')
  const anchors = new Set<string>([...prose.matchAll(EXPLICIT)].map(([, id = '']) => id))
  for (const [, heading = ''] of prose.matchAll(HEADING)) anchors.add(unique(slugOf(heading), anchors))
  return anchors
}

/** GitHub's slug: lower case, without punctuation, spaces as hyphens. */
function slugOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

function unique(slug: string, taken: ReadonlySet<string>): string {
  let candidate = slug
  for (let index = 1; taken.has(candidate); index++) candidate = `${slug}-${index}`
  return candidate
}
