import { defineResource } from '@kube-informer/core'
import type { Webhook } from '../webhook/webhook.ts'
import { widgets } from './manager-rig.ts'

/** Cluster-scoped. */
export const gadgets = defineResource({
  group: 'example.com',
  version: 'v1beta1',
  plural: 'gadgets',
  kind: 'Gadget',
  namespaced: false,
})

/** A webhook that answers nothing. */
export const webhookOf = (webhook: Partial<Webhook> & Pick<Webhook, 'type' | 'path'>): Webhook => ({
  hasOwnPath: false,
  resource: widgets,
  operations: ['CREATE', 'UPDATE'],
  endpointOf: () => () => Promise.reject(new Error('not answered')),
  ...webhook,
})
