import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { Braces, Copy, ExternalLink, ListFilter, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { Links } from '../navigation/links.ts'
import type { ObjectTab } from '../navigation/search.ts'
import { MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { locationOf } from './object-key.ts'

/** The row whose menu is open, and where. */
export interface RowMenuOpening {
  readonly key: string
  readonly rect: DOMRect
}

interface RowMenuPopupProps {
  readonly kind: Kind
  readonly links: Links
  readonly opening: RowMenuOpening
  readonly onFilterNamespace: (namespace: string) => void
  readonly onClose: () => void
}

const HAVE_LOGS: ReadonlySet<string> = new Set([
  'pods',
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
])

/** What can be done with a row, at the pointer. */
export function RowMenuPopup(props: RowMenuPopupProps): ReactNode {
  const { kind, links, opening, onFilterNamespace, onClose } = props
  const navigate = useNavigate()
  const { namespace, name } = locationOf(opening.key)
  const open = (tab?: ObjectTab): void =>
    void navigate(links.object(kind, { namespace, name }, tab === undefined ? {} : { tab }))
  const copy = (text: string): void => void navigator.clipboard.writeText(text)
  const anchor = { getBoundingClientRect: () => opening.rect }
  return (
    <Menu.Root open onOpenChange={isOpen => !isOpen && onClose()}>
      <Menu.Portal>
        <Menu.Positioner className="positioner" anchor={anchor} align="start" collisionPadding={8}>
          <Menu.Popup className="menu" aria-label={`Actions of ${name}`}>
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
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
