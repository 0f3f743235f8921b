/**
 * Compares the catalogue in `docs/conformance/` with the tests: every applicable row must be cited by the title
 * of a test, and every id that a test cites must be in the catalogue. `npm run conformance`
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stringsOf } from './conformance/strings-of.ts'

const ROOT = join(import.meta.dirname, '..')
const CATALOGUE = join(ROOT, 'docs/conformance')
/** Suite files hold tests that several test files run, each on another target. */
const TESTS = '{packages/*/src,bench,demo,e2e,tests/*,tools}/**/*.{test,test-d,spec,suite}.{ts,tsx}'
const SKIPPED_FOLDERS = ['node_modules', 'dist']
/** `T-DF-5` and `S-57` of client-go, `C-WQ-1` of controllers, `S05` of an apiserver. */
const ID = /\b(?:(?:[TC]-[A-Z]+|S)-\d+|[VLPSFBEWTMDC]\d\d)\b/g
const ROW = new RegExp(`^\\|\\s*(${ID.source})\\s*\\|`)

type Standing = 'applicable' | 'not applicable' | 'elsewhere'

interface Section {
  readonly file: string
  readonly title: string
  readonly rows: ReadonlyMap<string, Standing>
}

function standingUnder(heading: string): Standing {
  if (/not applicable/i.test(heading)) return 'not applicable'
  return /elsewhere/i.test(heading) ? 'elsewhere' : 'applicable'
}

function readSection(path: string): Section {
  const rows = new Map<string, Standing>()
  let title = basename(path)
  let standing: Standing = 'applicable'
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith('# ')) title = line.slice(2)
    if (line.startsWith('## ')) standing = standingUnder(line)
    const id = ROW.exec(line)?.[1]
    if (id === undefined) continue
    if (rows.has(id)) throw new Error(`${basename(path)}: ${id} is listed twice`)
    rows.set(id, standing)
  }
  return { file: basename(path), title, rows }
}

function readCatalogue(): Section[] {
  if (!existsSync(CATALOGUE)) return []
  const files = globSync('*.md', { cwd: CATALOGUE }).filter(file => file !== 'README.md')
  return files.toSorted().map(file => readSection(join(CATALOGUE, file)))
}

/** The files that cite each id in a string: the title of a test, or of a table case. */
function readCitations(): Map<string, Set<string>> {
  const citations = new Map<string, Set<string>>()
  const files = globSync(TESTS, { cwd: ROOT, exclude: path => SKIPPED_FOLDERS.includes(basename(path)) })
  for (const file of files) {
    for (const text of stringsOf(readFileSync(join(ROOT, file), 'utf8'))) {
      for (const [id] of text.matchAll(ID)) citations.set(id, (citations.get(id) ?? new Set()).add(file))
    }
  }
  return citations
}

function describe({ file, title, rows }: Section, cited: (id: string) => boolean): string[] {
  const applicable = [...rows].filter(([, standing]) => standing === 'applicable').map(([id]) => id)
  const missing = applicable.filter(id => !cited(id))
  const count = (wanted: Standing) => [...rows.values()].filter(standing => standing === wanted).length
  const others = (['not applicable', 'elsewhere'] as const)
    .filter(standing => count(standing) > 0)
    .map(standing => `${count(standing)} ${standing}`)
  const covered = `${applicable.length - missing.length} / ${applicable.length}`
  console.log(`${covered.padStart(9)}  ${title}${others.length > 0 ? ` (${others.join(', ')})` : ''}`)
  if (missing.length > 0) console.log(`           no test: ${missing.join(', ')}  [${file}]`)
  return missing
}

const sections = readCatalogue()
const citations = readCitations()
const missing = sections.flatMap(section => describe(section, id => citations.has(id)))
const known = new Set(sections.flatMap(({ rows }) => [...rows.keys()]))
const unknown = [...citations].filter(([id]) => !known.has(id))
for (const [id, files] of unknown)
  console.log(`not in the catalogue: ${id}, cited by ${[...files].join(', ')}`)

const owners = Map.groupBy(
  sections.flatMap(({ file, rows }) => [...rows.keys()].map(id => ({ id, file }))),
  ({ id }) => id,
)
const repeated = [...owners].filter(([, places]) => places.length > 1)
for (const [id, places] of repeated)
  console.log(`listed twice in the catalogue: ${id}, in ${places.map(({ file }) => file).join(', ')}`)

const total = sections
  .flatMap(({ rows }) => [...rows.values()])
  .filter(standing => standing === 'applicable').length
console.log(`${total - missing.length} of ${total} applicable rows have a test`)
if (sections.length === 0 || [missing, unknown, repeated].some(found => found.length > 0))
  process.exitCode = 1
