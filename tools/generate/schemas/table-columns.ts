import { type Discovery, resourcesOf } from '@kube-informer/core/discovery'
import type { Server } from './server.ts'

interface ColumnDefinition {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
}

const AS_TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1'

/**
 * The table columns of each kind, by group/version/Kind: one string per column, `name|type|format|priority` without
 * defaults. Kinds that share the columns of another version are listed with it.
 */
export async function tableColumns(
  server: Server,
  discovery: Discovery,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const columns: Record<string, readonly string[]> = {}
  for (const { group, version, plural, kind, verbs } of resourcesOf(discovery)) {
    if (!verbs.includes('list')) continue
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
    const answer = await server.get(`${root}/${plural}?limit=1`, AS_TABLE)
    const { columnDefinitions } = answer as { readonly columnDefinitions: readonly ColumnDefinition[] }
    columns[`${group}/${version}/${kind}`] = columnDefinitions.map(columnText)
  }
  return columns
}

const columnText = ({ name, type, format, priority }: ColumnDefinition): string =>
  [name, type, format, priority || ''].join('|').replace(/\|+$/, '')
