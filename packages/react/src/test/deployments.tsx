import { deployments } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { createInformerHooks } from '../create-informer-hooks.ts'
import {
  type InformerView,
  type RenderOptions,
  renderWithInformers,
} from '../testing/render-with-informers.ts'

export const informers = defineInformers({ deployments: { resource: deployments } })
export const hooks = createInformerHooks(informers)

export const at = { namespace: 'default', name: 'web' }

/** A Deployment that the server accepts. */
export const deploymentOf = (replicas: number, image = 'web:1') => ({
  apiVersion: 'apps/v1' as const,
  kind: 'Deployment' as const,
  metadata: at,
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image }] },
    },
  },
})

/** Renders with one Deployment of one replica. */
export async function renderDeployment(
  ui: ReactNode,
  options: Partial<RenderOptions<typeof informers>> = {},
): Promise<InformerView<typeof informers>> {
  const view = await renderWithInformers(ui, { informers, objects: [deploymentOf(1)], ...options })
  onTestFinished(() => view[Symbol.asyncDispose]())
  return view
}

/** The shown number of replicas. */
export function Replicas(): ReactNode {
  const { data } = hooks.useObject('default/web')
  return <b>{data === undefined ? 'none' : data.spec?.replicas}</b>
}
