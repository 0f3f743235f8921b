import type { Plan } from './plan.ts'

/** A plan as a script to read: the informers, then what happens and when. */
export function describePlan({ pods, informers, viewers, tabs, steps }: Plan): string {
  return [
    `${pods} Pods in the beginning`,
    ...informers.map((informer, index) => `informer ${index}: ${JSON.stringify(informer)}`),
    ...viewers.map((viewer, index) => `page ${index}: ${JSON.stringify(viewer)}`),
    ...(tabs ? [`tabs over host ${tabs.host}`] : []),
    ...(tabs?.pages ?? []).map((page, index) => `tab ${index}: ${JSON.stringify(page)}`),
    ...steps.map(({ atMs, deed }) => `${(atMs / 1_000).toFixed(1).padStart(9)} s  ${JSON.stringify(deed)}`),
  ].join('\n')
}
