import { Link, useParams } from '@tanstack/react-router'
import { Compass, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEndFrame } from '../first-frame/use-end-frame.ts'
import type { KindPath } from '../kinds/kind.ts'
import { kindTitle } from '../kinds/kind-title.ts'
import { nearKinds } from '../kinds/near-kinds.ts'
import { useKinds } from '../kinds/use-kinds.ts'
import { useLinks } from '../navigation/links.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useTitle } from './title.ts'

/** A path that no route has. */
export function NoPage(): ReactNode {
  useTitle('Not found')
  useEndFrame()
  return (
    <main className="page splash">
      <h1 className="visually-hidden">Not found</h1>
      <EmptyState
        icon={<Compass size={22} aria-hidden />}
        title="There is no such page"
        actions={
          <Link className="button plain" to="/">
            Go to the cluster
          </Link>
        }
      >
        The address names no cluster, kind or object.
      </EmptyState>
    </main>
  )
}

/** A cluster that the server does not know. */
export function NoCluster(): ReactNode {
  const { cluster } = useParams({ strict: false })
  useTitle('Not found')
  useEndFrame()
  return (
    <main className="page splash">
      <h1 className="visually-hidden">Not found</h1>
      <EmptyState
        icon={<Compass size={22} aria-hidden />}
        title={`There is no cluster “${cluster ?? ''}”`}
        actions={
          <Link className="button plain" to="/">
            Go to the default cluster
          </Link>
        }
      >
        The server of this page offers the contexts of its kubeconfig.
      </EmptyState>
    </main>
  )
}

/** A kind that the cluster does not serve, or not yet. */
export function NoKind({
  path,
  isPending,
}: {
  readonly path: KindPath
  readonly isPending: boolean
}): ReactNode {
  const { kinds } = useKinds()
  const links = useLinks()
  useTitle(path.plural)
  useEndFrame(!isPending)
  if (isPending) {
    return (
      <main className="page splash" aria-busy="true">
        <h1>Looking for {path.plural}…</h1>
        <p className="muted">The server has not yet said which resources it serves.</p>
      </main>
    )
  }
  const group = path.group === 'core' ? '' : ` in ${path.group}/${path.version}`
  return (
    <main className="page">
      <h1 className="visually-hidden">Not found</h1>
      <EmptyState
        icon={<SearchX size={22} aria-hidden />}
        title={`The cluster does not serve “${path.plural}”${group}`}
        actions={nearKinds(path.plural, kinds).map(kind => (
          <Link key={`${kind.plural}.${kind.group}`} className="button plain" {...links.table(kind)}>
            {kindTitle(kind)}
          </Link>
        ))}
      >
        This page appears as soon as its CustomResourceDefinition is established.
      </EmptyState>
    </main>
  )
}
