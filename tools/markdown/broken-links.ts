import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { anchorsOf } from './anchors.ts'
import type { Page } from './pages.ts'

/** A relative link or image: its path and its anchor. Links with a scheme are external. */
const LINK = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g
const CODE = /^```[\s\S]*?^```$|`[^`\n]*`/gm

/** The relative links that point to a missing file or anchor. */
export function brokenLinks(root: string, pages: readonly Page[]): readonly string[] {
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]))
  return pages.flatMap(({ path, text }) =>
    [...text.replaceAll(CODE, '').matchAll(LINK)].flatMap(([, target = '', anchor]) => {
      const file = target === '' ? path : join(dirname(path), target)
      if (!existsSync(join(root, file))) return [`${path}: ${target} does not exist`]
      const known = anchors.get(file)
      const missing = anchor !== undefined && known !== undefined && !known.has(anchor)
      return missing ? [`${path}: ${file} has no anchor #${anchor}`] : []
    }),
  )
}
