import { type HotkeyMeta, useHotkeyRegistrations } from '@tanstack/react-hotkeys'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'

/** All keys that are registered, in groups. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { hotkeys, sequences } = useHotkeyRegistrations()
  const keys = [
    ...hotkeys.map(({ hotkey, options }) => ({ keys: String(hotkey), ...known(options.meta) })),
    ...sequences.map(({ sequence, options }) => ({ keys: sequence.join(' '), ...known(options.meta) })),
  ].filter(({ name }) => name !== '')
  const groups = [...new Set(keys.map(({ group }) => group))]
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title="Keys" size="medium">
      <div className="keys-help">
        {groups.map(name => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {keys
                .filter(({ group }) => group === name)
                .map(key => (
                  <div key={`${key.keys} ${key.name}`}>
                    <dt>{key.name}</dt>
                    <dd>
                      <Kbd keys={key.keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const known = (meta: HotkeyMeta | undefined): { readonly group: string; readonly name: string } => ({
  group: meta?.group ?? 'Other',
  name: meta?.name ?? '',
})
