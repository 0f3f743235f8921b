import { useHotkey, useHotkeySequences } from '@tanstack/react-hotkeys'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { resourceName } from '../kinds/categories.ts'
import { kindTitle } from '../kinds/kind-title.ts'
import { useKinds } from '../kinds/use-kinds.ts'
import { linksOf } from '../navigation/links.ts'
import { toggleTheme } from '../ui/theme.ts'
import { useToggleFaults } from './top-bar-actions.tsx'
import { useShown } from './use-shown.ts'

/** After `g`: the resource that a key opens. */
const KIND_KEYS = {
  P: 'pods',
  D: 'deployments.apps',
  S: 'services',
  N: 'nodes',
  E: 'events',
  J: 'jobs.batch',
  C: 'configmaps',
  I: 'ingresses.networking.k8s.io',
  T: 'statefulsets.apps',
  A: 'namespaces',
} as const

/** Keys of the console. They do nothing while the user types or a popup is open. */
export interface ShellKeys {
  readonly onPalette: () => void
  readonly onKeys: () => void
}

const typing = { ignoreInputs: true } as const
const meta = (group: string, name: string) => ({ ...typing, meta: { group, name } })

/** Registers the keys of the whole console. `?` shows them with what other areas have registered. */
export function useShellHotkeys({ onPalette, onKeys }: ShellKeys): void {
  const router = useRouter()
  const navigate = useNavigate()
  const toggleFaults = useToggleFaults()
  const { cluster, kind, object } = useShown()
  useHotkey('Mod+K', onPalette, {
    ...meta('Go to', 'Search kinds, objects and actions'),
    ignoreInputs: false,
  })
  useHotkey({ key: ':' }, unlessOpen(onPalette), meta('Go to', 'Search, as in k9s'))
  useHotkey({ key: '?' }, unlessOpen(onKeys), meta('Console', 'Show the keys'))
  useHotkey('/', unlessOpen(focusFilter), meta('Table', 'Focus the filter'))
  useHotkey('T', unlessOpen(toggleTheme), meta('Console', 'Next theme'))
  useHotkey('F', unlessOpen(toggleFaults), meta('Console', 'Show or hide the faults'))
  useHotkey('V', unlessOpen(clickSaveView), meta('Table', 'Save this view'))
  const onEscape = (): void => {
    if (object === undefined || kind === undefined) return
    if (router.history.canGoBack()) router.history.back()
    else void navigate(linksOf(cluster).table(kind))
  }
  // The popup that is open closes itself on the same press.
  useHotkey('Escape', unlessOpen(onEscape), {
    ...meta('Object', 'Back'),
    preventDefault: false,
    stopPropagation: false,
  })
  useKindKeys(cluster)
}

function useKindKeys(cluster: string): void {
  const { kinds } = useKinds()
  const navigate = useNavigate()
  const definitions = Object.entries(KIND_KEYS).flatMap(([key, resource]) => {
    const kind = kinds.find(each => resourceName(each) === resource)
    if (kind === undefined) return []
    const callback = unlessOpen(() => void navigate(linksOf(cluster).table(kind)))
    const sequence = ['G' as const, key as keyof typeof KIND_KEYS]
    return [{ sequence, callback, options: meta('Go to', kindTitle(kind)) }]
  })
  useHotkeySequences(definitions, typing)
}

/** The popups of Base UI, which have keys of their own. */
const POPUPS = ['dialog', 'alertdialog', 'menu', 'listbox'].map(role => `[role=${role}]:not(.toast)`).join()

const unlessOpen = (run: () => void) => (): void => {
  if (document.querySelector(`body > :not(#root) :is(${POPUPS})`) === null) run()
}

const clickSaveView = (): void => document.querySelector<HTMLButtonElement>('[data-save-view]')?.click()

function focusFilter(): void {
  const input = document.querySelector<HTMLInputElement>('main [data-filter] input')
  input?.focus()
  input?.select()
}
