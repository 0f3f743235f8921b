import type { Page } from './pages.ts'

/** A TypeScript code block of a page. */
export interface Block {
  readonly page: string
  /** The first line of the code in the page, from 1. */
  readonly line: number
  readonly extension: 'ts' | 'tsx'
  readonly code: string
  /** The file of the repository that holds the same code: `<!-- path -->` above the block. */
  readonly file: string | undefined
  /** The file name within the page's program: `// informers.ts` as its first line. */
  readonly name: string | undefined
  /** Declarations that the block assumes and the page does not show: `<!-- given … -->` above the block. */
  readonly given: string
}

const BLOCK = /(?:<!-- (given\n[\s\S]*?|\S+) ?-->\n\n)?^```(tsx?)\n([\s\S]*?)^```$/gm
const NAME = /^\/\/ (\S+\.tsx?)(?:[:,] .*)?$/

/** The TypeScript code blocks of a page, in order. */
export function blocksOf({ path, text }: Page): readonly Block[] {
  return [...text.matchAll(BLOCK)].map(match => {
    const [whole, comment = '', extension, code = ''] = match
    const start = match.index + whole.indexOf('```ts')
    const isGiven = comment.startsWith('given\n')
    return {
      page: path,
      line: text.slice(0, start).split('\n').length + 1,
      extension: extension === 'tsx' ? 'tsx' : 'ts',
      code,
      file: comment === '' || isGiven ? undefined : comment,
      name: NAME.exec(code.split('\n')[0] ?? '')?.[1],
      given: isGiven ? comment.slice('given\n'.length) : '',
    }
  })
}
