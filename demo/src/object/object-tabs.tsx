import type { KubernetesObject } from '@kube-informer/core'
import { useHotkey } from '@tanstack/react-hotkeys'
import { lazy, type ReactNode, Suspense } from 'react'
import { isOneOf } from '../actions/kinds.ts'
import type { Kind } from '../kinds/kind.ts'
import type { OnSearch } from '../navigation/change.ts'
import { OBJECT_TABS, type ObjectSearch, type ObjectTab } from '../navigation/search.ts'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { EventsTab } from './events/events-tab.tsx'
import { FieldsTab } from './fields/fields-tab.tsx'
import { Overview } from './overview/overview.tsx'
import { RelationsTab } from './relations/relations-tab.tsx'

const ObjectEditor = lazy(async () => ({
  default: (await import('../editor/object-editor.tsx')).ObjectEditor,
}))
const LogView = lazy(async () => ({ default: (await import('../logs/log-view.tsx')).LogView }))

const LABELS: Readonly<Record<ObjectTab, string>> = {
  overview: 'Overview',
  relations: 'Relations',
  events: 'Events',
  yaml: 'YAML',
  fields: 'Managed fields',
  logs: 'Logs',
}

/** The kinds that are Pods or have Pods. */
const hasLogs = isOneOf(
  'pods',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
)

interface ObjectTabsProps {
  readonly kind: Kind
  readonly object: KubernetesObject
  readonly search: ObjectSearch
  readonly onSearch: OnSearch<ObjectSearch>
}

/** The views of an object. The URL has the selected one, and the keys `[` and `]` go to its neighbors. */
export function ObjectTabs({ kind, object, search, onSearch }: ObjectTabsProps): ReactNode {
  const shown = OBJECT_TABS.filter(tab => tab !== 'logs' || hasLogs(kind))
  const tab = shown.find(value => value === search.tab) ?? 'overview'
  const select = (value: ObjectTab): void => onSearch({ tab: value === 'overview' ? undefined : value })
  const step = (by: number): void => {
    const next = shown[(shown.indexOf(tab) + by + shown.length) % shown.length]
    if (next) select(next)
  }
  useHotkey({ key: '[' }, () => step(-1), {
    ignoreInputs: true,
    meta: { group: 'Object', name: 'Previous tab' },
  })
  useHotkey({ key: ']' }, () => step(1), { ignoreInputs: true, meta: { group: 'Object', name: 'Next tab' } })
  const namespace = object.metadata?.namespace
  const name = object.metadata?.name ?? ''
  return (
    <Tabs
      label={`Views of ${name}`}
      className="object-tabs"
      value={tab}
      onValue={select}
      tabs={shown.map(value => ({ value, label: LABELS[value] }))}
    >
      <TabPanel key={tab} value={tab} className="object-panel">
        <Suspense fallback={<p className="muted">Loading…</p>}>
          {tab === 'overview' && <Overview kind={kind} object={object} />}
          {tab === 'relations' && <RelationsTab kind={kind} object={object} />}
          {tab === 'events' && <EventsTab kind={kind} object={object} />}
          {tab === 'yaml' && <ObjectEditor kind={kind} namespace={namespace} name={name} />}
          {tab === 'fields' && <FieldsTab kind={kind} object={object} />}
          {tab === 'logs' && <LogView kind={kind} object={object} search={search} onSearch={onSearch} />}
        </Suspense>
      </TabPanel>
    </Tabs>
  )
}
