import { configMaps } from '@kube-informer/core/resources'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCertificates } from '../../../tools/test/certificates.ts'
import { find, type RealCluster } from '../controller/real-cluster.ts'
import { Kubectl } from '../kubectl/kubectl.ts'
import { denying, FAILURES, WRONG_ANSWERS, type WrongAnswer } from './admission-answers.ts'
import { fullName, labelled, register, rejectionOf, type TestWebhook } from './registrations.ts'
import { startScriptedWebhook } from './scripted-webhook.ts'

const POLICIES = ['Fail', 'Ignore'] as const

const REFUSED: WrongAnswer = {
  type: 'validating',
  script: () => 'never answers',
  error: /failed to call webhook: Post "https:\S+": dial tcp 127\.0\.0\.1:1: connect: connection refused/,
}

/** All ways in which a webhook may fail. */
const FAILING = { ...WRONG_ANSWERS, ...FAILURES, 'no server': REFUSED }

/** Denials (C-ADM-23), and the Status that the apiserver makes of each. */
const DENIALS = {
  'with a message': {
    status: { message: 'the color is taken', reason: 'Forbidden', code: 403 },
    expected: { message: ': the color is taken', reason: 'Forbidden', code: 403 },
  },
  'with a reason only': {
    status: { reason: 'Conflict', code: 409 },
    expected: { message: ': Conflict', reason: 'Conflict', code: 409 },
  },
  'with neither': { status: undefined, expected: { message: ' without explanation', reason: '', code: 400 } },
  'with code 200': {
    status: { status: 'Success', message: 'all is well', code: 200 },
    expected: { message: ': all is well', reason: '', code: 400 },
  },
} as const

const slug = (...words: readonly string[]): string => words.join(' ').toLowerCase().replaceAll(' ', '-')

/** What the apiserver makes of the answers of webhooks, right and wrong. */
export function admissionAnswersSuite(real: RealCluster): void {
  let namespace: string

  beforeAll(async () => {
    const certificates = await createCertificates()
    const server = await startScriptedWebhook(certificates)
    namespace = await real.namespace()
    const webhooks: TestWebhook[] = []
    for (const [title, { type, script }] of Object.entries(FAILING)) {
      server.on(`/${slug(title)}`, script)
      const url = script === REFUSED.script ? 'https://127.0.0.1:1/' : `${server.url}/${slug(title)}`
      const timeoutSeconds = title.startsWith('no answer') ? 1 : 10
      for (const failurePolicy of POLICIES) {
        webhooks.push({ name: slug(title, failurePolicy), type, url, failurePolicy, timeoutSeconds })
      }
    }
    for (const [title, { status }] of Object.entries(DENIALS)) {
      server.on(`/${slug(title)}`, denying(status))
      // A denial counts under each policy.
      webhooks.push({
        name: slug(title),
        type: 'validating',
        url: `${server.url}/${slug(title)}`,
        failurePolicy: 'Ignore',
      })
    }
    await register(real, 'answers', webhooks, certificates.authority)
    return () => server.close()
  })

  describe.each(Object.entries(FAILING))('%s', (title, { error }) => {
    test('C-ADM-22: with the policy Fail, the write is refused with the text of the apiserver', async () => {
      const name = slug(title, 'Fail')
      const rejection = await rejectionOf(real.client.create(configMaps, labelled(namespace, name)))
      expect(rejection).toMatchObject({ code: 500, reason: 'InternalError' })
      expect(rejection.message).toContain(
        `Internal error occurred: failed calling webhook "${fullName(name)}": `,
      )
      expect(rejection.message).toMatch(error)
      expect(await find(real.client, configMaps, { namespace, name })).toBeUndefined()
    })

    test('C-ADM-22: with the policy Ignore, the write goes through unchanged', async () => {
      const name = slug(title, 'Ignore')
      const { metadata } = await real.client.create(configMaps, labelled(namespace, name))
      expect(metadata).toMatchObject({ name, resourceVersion: expect.any(String) })
      expect(metadata).not.toHaveProperty('annotations')
    })
  })

  test.each(Object.entries(DENIALS))('C-ADM-23: kubectl shows a denial %s', async (title, { expected }) => {
    const name = slug(title)
    const { code, status } = await rejectionOf(real.client.create(configMaps, labelled(namespace, name)))
    const { reason = '' } = status
    const message = `admission webhook "${fullName(name)}" denied the request${expected.message}`
    expect({ code, reason, status: status.status, message: status.message }).toEqual({
      ...expected,
      status: 'Failure',
      message,
    })
    const kubectl = new Kubectl(['--kubeconfig', real.cluster.kubeconfig ?? ''])
    const { stderr } = await kubectl.run('create -f -', { input: labelled(namespace, name) })
    await kubectl.close()
    const shownReason = expected.reason ? ` (${expected.reason})` : ''
    expect(stderr).toBe(`Error from server${shownReason}: error when creating "STDIN": ${message}\n`)
  })
}
