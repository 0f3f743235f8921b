import type { ReactNode } from 'react'
import { categoriesOf } from '../kinds/categories.ts'
import { useKinds } from '../kinds/use-kinds.ts'
import { favourites, kindId } from '../navigation/places.ts'
import { useStored } from '../ui/use-stored.ts'
import { SidebarKind } from './sidebar-kind.tsx'
import { SidebarSection } from './sidebar-section.tsx'
import { SidebarViews } from './sidebar-views.tsx'

/** All kinds of the cluster in categories, with their counts. Custom resources appear as they are defined. */
export function Sidebar(): ReactNode {
  const { kinds, isPending } = useKinds()
  const marked = useStored(favourites)
  const categories = categoriesOf(kinds)
  const favourite = marked.flatMap(id => kinds.find(kind => kindId(kind) === id) ?? [])
  return (
    <nav className="sidebar" aria-label="Resources" aria-busy={isPending}>
      <SidebarViews kinds={kinds} />
      {favourite.length > 0 && (
        <SidebarSection id="favourites" name="Favourites">
          {favourite.map(kind => (
            <SidebarKind key={kindId(kind)} kind={kind} isFavourite />
          ))}
        </SidebarSection>
      )}
      {categories.map(({ name, isCustom, kinds: members }) => (
        <SidebarSection key={name} id={name} name={name} isCustom={isCustom}>
          {members.map(kind => (
            <SidebarKind key={kindId(kind)} kind={kind} isFavourite={marked.includes(kindId(kind))} />
          ))}
        </SidebarSection>
      ))}
    </nav>
  )
}
