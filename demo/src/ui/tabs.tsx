import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface Tab<TValue extends string> {
  readonly value: TValue
  readonly label: ReactNode
  /** A count beside the label. */
  readonly count?: number | undefined
}

interface TabsProps<TValue extends string> {
  /** What the tabs are views of. */
  readonly label: string
  readonly value: TValue
  readonly onValue: (value: TValue) => void
  readonly tabs: readonly Tab<TValue>[]
  /** `TabPanel`s: at least that of the selected tab. */
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A row of tabs above their panels. */
export function Tabs<TValue extends string>(props: TabsProps<TValue>): ReactNode {
  const { label, value, onValue, tabs, children, className } = props
  return (
    <BaseTabs.Root value={value} onValueChange={onValue} className={classNames('tabs', className)}>
      <BaseTabs.List className="tab-list" aria-label={label}>
        {tabs.map(tab => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className="tab">
            {tab.label}
            {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="tab-indicator" />
      </BaseTabs.List>
      {children}
    </BaseTabs.Root>
  )
}

interface TabPanelProps {
  readonly value: string
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** What a tab shows. It is rendered while its tab is selected. */
export function TabPanel({ value, children, className }: TabPanelProps): ReactNode {
  return (
    <BaseTabs.Panel value={value} className={classNames('tab-panel', className)}>
      {children}
    </BaseTabs.Panel>
  )
}
