import { type RenderOptions, renderWithInformers } from '@kube-informer/react/testing'
import { rbacAuthorizer, rbacDefaults } from '@kube-informer/testing'
import type { ReactNode } from 'react'
import { expect, onTestFinished } from 'vitest'
import { informers } from '../src/informers.ts'

type Options = Partial<RenderOptions<typeof informers>>

/** Renders a component on a fake apiserver, in virtual time. */
export async function render(ui: ReactNode, options: Options = {}) {
  const view = await renderWithInformers(ui, { informers, ...options })
  onTestFinished(() => view[Symbol.asyncDispose]())
  const { container } = view
  return {
    ...view,
    shows: (text: string | RegExp) => view.waitFor(() => expect(container.textContent).toMatch(text)),
    alert: () => container.querySelector('[role=alert]')?.textContent ?? undefined,
    button: (text: string) => buttonIn(container, text),
    press: async (text: string) => {
      buttonIn(container, text).click()
      await view.advance()
    },
  }
}

function buttonIn(container: HTMLElement, text: string): HTMLButtonElement {
  const found = [...container.querySelectorAll('button')].find(each => each.textContent === text)
  if (!found) throw new Error(`there is no button ${text}`)
  return found
}

/** The options of a user with the rights that RBAC gives: those of a Role in some namespaces. */
export const as = (user: string, objects: readonly object[]): Options => ({
  objects: [...rbacDefaults(), ...objects] as NonNullable<Options['objects']>,
  server: {
    authorize: rbacAuthorizer,
    auth: { token: token => ({ username: token, groups: ['system:authenticated'] }) },
  },
  connection: { getToken: async () => user },
})

const GROUP = 'rbac.authorization.k8s.io'

/** A Role that lets a user read the Pods of a namespace, and its binding. */
export const podReader = (user: string, namespace: string): readonly object[] => [
  {
    apiVersion: `${GROUP}/v1`,
    kind: 'Role',
    metadata: { name: 'read-pods', namespace },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }],
  },
  {
    apiVersion: `${GROUP}/v1`,
    kind: 'RoleBinding',
    metadata: { name: `${user}-read-pods`, namespace },
    roleRef: { apiGroup: GROUP, kind: 'Role', name: 'read-pods' },
    subjects: [{ apiGroup: GROUP, kind: 'User', name: user }],
  },
]

export const pod = (namespace: string, name: string, phase = 'Running') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace, name },
  status: { phase },
})

export const FORBIDDEN = [{ match: { resource: 'pods' }, action: { type: 'status', code: 403 } }] as const
