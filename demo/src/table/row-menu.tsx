import { ContextMenu } from '@base-ui/react/context-menu'
import { useNavigate } from '@tanstack/react-router'
import { Braces, Copy, ExternalLink, ListFilter, ScrollText } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { Links } from '../navigation/links.ts'
import type { ObjectTab } from '../navigation/search.ts'
import { MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { locationOf } from './object-key.ts'

interface RowMenuProps {
  readonly kind: Kind
  readonly links: Links
  readonly onFilterNamespace: (namespace: string) => void
  /** The grid. */
  readonly children: ReactElement
}

const HAVE_LOGS: ReadonlySet<string> = new Set([
  'pods',
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
])

/** The menu of a row: with the secondary button, a long press, or the menu key. */
export function RowMenu({ kind, links, onFilterNamespace, children }: RowMenuProps): ReactNode {
  const [key, setKey] = useState<string>()
  const navigate = useNavigate()
  const { namespace, name } = locationOf(key ?? '')
  const open = (tab?: ObjectTab): void =>
    void navigate(links.object(kind, { namespace, name }, tab === undefined ? {} : { tab }))
  const copy = (text: string): void => void navigator.clipboard.writeText(text)
  const rowOf = (target: Element): string | undefined =>
    (target.closest<HTMLElement>('[data-key]') ?? activeRow(target))?.dataset.key
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger
        className="grid-area"
        onContextMenu={event => {
          const found = rowOf(event.target as Element)
          // The head and headings of sections have the menu of the browser.
          if (found === undefined) event.preventBaseUIHandler()
          setKey(found)
        }}
      >
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className="positioner" collisionPadding={8}>
          <ContextMenu.Popup className="menu" aria-label={`Actions of ${name}`}>
            <MenuItem icon={<ExternalLink size={14} aria-hidden />} onSelect={() => open()}>
              Open
            </MenuItem>
            {HAVE_LOGS.has(kind.plural) && (
              <MenuItem icon={<ScrollText size={14} aria-hidden />} onSelect={() => open('logs')}>
                Logs
              </MenuItem>
            )}
            <MenuItem icon={<Braces size={14} aria-hidden />} onSelect={() => open('yaml')}>
              YAML
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Copy size={14} aria-hidden />} onSelect={() => copy(name)}>
              Copy name
            </MenuItem>
            {namespace !== undefined && (
              <MenuItem
                icon={<ListFilter size={14} aria-hidden />}
                onSelect={() => onFilterNamespace(namespace)}
              >
                Show namespace {namespace} only
              </MenuItem>
            )}
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

/** The menu key sends its event to the grid, which has the focus. */
function activeRow(target: Element): HTMLElement | null {
  const grid = target.closest('[role=grid]')
  const id = target === grid ? grid.getAttribute('aria-activedescendant') : null
  return id === null ? null : document.getElementById(id)
}
