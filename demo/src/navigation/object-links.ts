import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { Kind } from '../kinds/kind.ts'
import { type ObjectLocation, useLinks } from './links.ts'
import { type ClusterSearch, KEPT } from './search.ts'

/** Links to the pages of many objects, as in a table. */
export interface ObjectLinks {
  /** The URL of an object's page. */
  readonly href: (kind: Kind, at: ObjectLocation) => string
  readonly open: (kind: Kind, at: ObjectLocation) => void
}

/** In place of the namespace and the name. No URL encodes a tilde, and no group of an API has one. */
const PLACES: ObjectLocation = { namespace: '~namespace~', name: '~name~' }
const PLACES_PATH = '/~namespace~/~name~'

/**
 * The URLs of objects. `hrefOf` is called once for each kind: it asks the router, which costs as much as the rest of a row.
 */
function createObjectHrefs(
  hrefOf: (kind: Kind, at: ObjectLocation) => string,
): (kind: Kind, at: ObjectLocation) => string {
  const parts = new Map<string, readonly [start: string, end: string]>()
  return (kind, { namespace, name }) => {
    const id = `${kind.group}/${kind.version}/${kind.plural}`
    let around = parts.get(id)
    if (around === undefined) {
      const [start = '', ...rest] = hrefOf(kind, PLACES).split(PLACES_PATH)
      around = [start, rest.join(PLACES_PATH)]
      parts.set(id, around)
    }
    const [start, end] = around
    return `${start}/${encodeURIComponent(namespace || '-')}/${encodeURIComponent(name)}${end}`
  }
}

/** Links to objects of the cluster that is shown. A `<Link>` for each would follow every change of the URL. */
export function useObjectLinks(): ObjectLinks {
  const router = useRouter()
  const navigate = useNavigate()
  const links = useLinks()
  const kept = useSearch({ from: '/c/$cluster', select: keptOf })
  const href = createObjectHrefs((kind, at) => {
    const { to, params } = links.object(kind, at)
    const search = JSON.parse(kept) as ClusterSearch
    return router.history.createHref(router.buildLocation({ to, params, search }).publicHref)
  })
  return { href, open: (kind, at) => void navigate(links.object(kind, at)) }
}

/** A text, so that only a change of what links keep creates them again. */
const keptOf = (search: ClusterSearch): string =>
  JSON.stringify(Object.fromEntries(KEPT.map(name => [name, search[name]])))
