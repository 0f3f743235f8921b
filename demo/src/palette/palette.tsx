import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { CommandEmpty, CommandInput, CommandList, CommandRoot } from 'cmdk'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ClusterInfo } from '../connect/clusters.ts'
import type { Kind } from '../kinds/kind.ts'
import { useKinds } from '../kinds/use-kinds.ts'
import { type ObjectLocation, useLinks } from '../navigation/links.ts'
import type { TableSearch } from '../navigation/search.ts'
import { takeHeldText } from '../ui/held-keys.ts'
import { ActionEntries } from './action-entries.tsx'
import { ConsoleEntries } from './console-entries.tsx'
import { NamespaceEntries } from './namespace-entries.tsx'
import { ObjectEntries } from './object-entries.tsx'
import { kindNamed, parseQuery } from './parse-query.ts'
import { KindEntries, RecentEntries, ViewEntries } from './place-entries.tsx'
import '../styles/palette.css'

export interface PaletteProps {
  readonly info: ClusterInfo
  /** The kind that is shown, whose objects are searched if the text names no other. */
  readonly kind: Kind
  /** The object that is shown. */
  readonly object: { readonly namespace: string | undefined; readonly name: string } | undefined
  readonly onClose: () => void
  readonly onKeys: () => void
  readonly onApply: () => void
}

/** Fewer letters match too much. */
const LETTERS = 2

/** Goes anywhere and does anything by typing: kinds by each of their names, objects, namespaces, views, actions. */
export function Palette({ info, kind, object, onClose, onKeys, onApply }: PaletteProps): ReactNode {
  const { kinds } = useKinds()
  const links = useLinks()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const held = takeHeldText()
    setTyped(text => text + held)
  }, [])
  const query = parseQuery(typed, kinds)
  const isSearch = query.kind !== undefined || query.objectText.length >= LETTERS
  // `po` is Pods, whatever else has these letters.
  const isExact = kindNamed(query.text, kinds) !== undefined
  const found = { kinds, text: query.text }
  const onOpen = (of: Kind, at: ObjectLocation): void => {
    onClose()
    void navigate(links.object(of, at))
  }
  const onTable = (of: Kind, search?: TableSearch): void => {
    onClose()
    void navigate(links.table(of, search))
  }
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" initialFocus={input} aria-label="Command palette">
          <CommandRoot label="Command palette" shouldFilter={false} loop>
            <CommandInput
              ref={input}
              value={typed}
              onValueChange={setTyped}
              placeholder="A kind (deploy), an object (po web), a namespace, an action"
            />
            <CommandList>
              <CommandEmpty>Nothing matches “{query.text}”.</CommandEmpty>
              {isExact && query.kind === undefined && <KindEntries {...found} onTable={onTable} />}
              {query.kind === undefined && (
                <>
                  <RecentEntries {...found} cluster={info.id} onOpen={onOpen} />
                  {object !== undefined && (
                    <ActionEntries {...object} kind={kind} text={query.text} onClose={onClose} />
                  )}
                  <ViewEntries {...found} onTable={onTable} />
                  {!isExact && <KindEntries {...found} onTable={onTable} />}
                </>
              )}
              {isSearch && (
                <ObjectEntries kind={query.kind ?? kind} text={query.objectText} onOpen={onOpen} />
              )}
              {isSearch && query.kind === undefined && (
                <NamespaceEntries text={query.text} onChoose={namespace => onTable(kind, { namespace })} />
              )}
              {query.kind === undefined && (
                <ConsoleEntries
                  info={info}
                  text={query.text}
                  onClose={onClose}
                  onKeys={onKeys}
                  onApply={onApply}
                />
              )}
            </CommandList>
          </CommandRoot>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
