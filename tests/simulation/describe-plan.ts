import type { Plan } from './plan.ts'

/** Formats a plan for reading: the informers and pages, then each action with its time. */
export function describePlan({ pods, network, informers, inlinePages, tabs, rights, steps }: Plan): string {
  return [
    `${pods} initial Pods, network: ${network}`,
    ...informers.map((informer, index) => `informer ${index}: ${JSON.stringify(informer)}`),
    ...inlinePages.map((page, index) => `page ${index}: ${JSON.stringify(page)}`),
    ...(tabs ? [`tabs with host ${tabs.host}`] : []),
    ...(tabs?.pages ?? []).map((page, index) => `tab ${index}: ${JSON.stringify(page)}`),
    ...(rights ? [`rights: ${JSON.stringify(rights)}`] : []),
    ...steps.map(
      ({ atMs, action }) => `${(atMs / 1_000).toFixed(1).padStart(9)} s  ${JSON.stringify(action)}`,
    ),
  ].join('\n')
}
