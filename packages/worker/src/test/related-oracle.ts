import { type Row, readObject } from '@kube-informer/core'
import type { RelatedResource } from '../host/relations/related-item.ts'
import type { PlainTree } from './related-page.ts'

/** A row and its resource. */
export interface GivenRow {
  readonly resource: RelatedResource
  readonly row: Row
}

interface Reference {
  readonly uid: string
  readonly controller?: boolean
}

/** The tree of a root, by a search of all rows. */
export function relatedOracle(
  rows: readonly GivenRow[],
  root: { readonly resource: string; readonly key: string },
  { depth, limit }: { readonly depth: number; readonly limit: number },
): PlainTree | undefined {
  const objects = rows.filter(({ resource }) => !resource.isEvents)
  const start = objects.find(({ resource, row }) => resource.name === root.resource && row.key === root.key)
  if (!start) return undefined
  const parents = new Map<GivenRow, GivenRow | undefined>([[start, undefined]])
  let level: readonly GivenRow[] = [start]
  for (let i = 0; i < depth; i++) {
    const next: GivenRow[] = []
    for (const each of objects) {
      const parent = ownersOf(each.row)
        .map(uid => level.find(owner => owner.row.uid === uid && mayOwn(owner, each)))
        .find(owner => owner !== undefined)
      if (!parent || parents.has(each)) continue
      next.push(each)
      parents.set(each, parent)
    }
    level = next
  }
  const build = (node: GivenRow): PlainTree => {
    const children = objects.filter(each => parents.get(each) === node).sort(byResourceAndKey)
    const events = rows
      .filter(each => each.resource.isEvents && aboutOf(each.row) === node.row.uid && mayOwn(node, each))
      .sort(newestFirst)
    return {
      id: node.row.uid,
      row: `${node.row.key}@${node.row.resourceVersion}`,
      children: children.slice(0, limit).map(build),
      total: children.length,
      events: events.slice(0, limit).map(({ row }) => row.uid),
      eventTotal: events.length,
    }
  }
  return build(start)
}

type Members = Readonly<Record<string, { readonly uid?: string } | undefined>> & {
  readonly lastTimestamp?: string
}
const membersOf = (row: Row): Members => readObject(row) as unknown as Members

function ownersOf(row: Row): readonly string[] {
  const references = (readObject(row).metadata?.ownerReferences ?? []) as readonly Reference[]
  return references
    .toSorted((a, b) => Number(b.controller === true) - Number(a.controller === true))
    .map(({ uid }) => uid)
}
const aboutOf = (row: Row): string | undefined => membersOf(row).involvedObject?.uid
const timeOf = (row: Row): number => Date.parse(membersOf(row).lastTimestamp ?? '1970-01-01')
const mayOwn = (owner: GivenRow, { row }: GivenRow): boolean =>
  owner.row.namespace === '' || owner.row.namespace === row.namespace

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byKey = (a: GivenRow, b: GivenRow): number =>
  compare(a.row.namespace, b.row.namespace) || compare(a.row.name, b.row.name)
const byResourceAndKey = (a: GivenRow, b: GivenRow): number =>
  a.resource.rank - b.resource.rank || byKey(a, b)
const newestFirst = (a: GivenRow, b: GivenRow): number => timeOf(b.row) - timeOf(a.row) || byKey(a, b)
