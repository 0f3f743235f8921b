import {
  createCoreEventRecorder,
  createEventRecorder,
  type StoppableEventRecorder,
} from '@kube-informer/controller'
import { namespaces, type Pod, pods } from '@kube-informer/core/resources'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Kubectl } from '../kubectl/kubectl.ts'
import type { RealCluster } from './real-cluster.ts'

const CONTROLLER = 'controllers.test/gadget'

const RECORDERS = [
  ['events.k8s.io/v1', createEventRecorder],
  ['core/v1', createCoreEventRecorder],
] as const

/** What kubectl shows of the events of both recorders. */
export function eventsKubectlSuite(real: RealCluster): void {
  let kubectl: Kubectl
  beforeAll(() => {
    kubectl = new Kubectl(['--kubeconfig', real.cluster.kubeconfig ?? ''])
  })
  afterAll(() => kubectl?.close())

  const show = async (command: string) => {
    const { code, stdout, stderr } = await kubectl.run(command)
    expect(code, stderr).toBe(0)
    return stdout
  }

  describe.each(RECORDERS)('%s', (_api, create) => {
    const open = async () => {
      const namespace = await real.namespace()
      const pod: Pod = await real.client.create(pods, {
        metadata: { namespace, name: 'web' },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      })
      const recorder: StoppableEventRecorder = create({ client: real.client, controller: CONTROLLER })
      onTestFinished(() => recorder.shutDown())
      return { namespace, pod, recorder }
    }

    test('`kubectl describe` shows type, reason, controller and note', async () => {
      const { namespace, pod, recorder } = await open()
      recorder.event(pod, 'Normal', 'Scaled', 'scaled from 1 to 3')
      recorder.event(pod, 'Warning', 'FailedCreate', 'Error creating: quota exceeded')
      await recorder.flush()
      const text = await show(`-n ${namespace} describe pod web`)
      expect(text).toMatch(/ {2}Normal +Scaled +\d+s +controllers\.test\/gadget +scaled from 1 to 3\n/)
      expect(text).toMatch(
        / {2}Warning +FailedCreate +\d+s +controllers\.test\/gadget +Error creating: quota exceeded\n/,
      )
    })

    test('`kubectl describe` does not show the events of an earlier object of the name', async () => {
      const { namespace, pod, recorder } = await open()
      recorder.event({ ...pod, metadata: { ...pod.metadata, uid: 'another-uid' } }, 'Normal', 'Old', 'gone')
      await recorder.flush()
      expect(await show(`-n ${namespace} describe pod web`)).toMatch(/Events: +<none>/)
    })

    test('`kubectl events` shows the object, and how often an event was repeated', async () => {
      const { namespace, pod, recorder } = await open()
      for (let count = 0; count < 3; count++) {
        recorder.event(pod, 'Warning', 'BackOff', 'restarting')
        await recorder.flush()
      }
      const lines = (await show(`-n ${namespace} events --for pod/web`)).trimEnd().split('\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toMatch(/Warning +BackOff +Pod\/web +restarting$/)
      expect(lines[1]).toContain('(x3 over ')
    })

    test('events of a cluster-scoped object are in the namespace default', async () => {
      const { recorder, namespace } = await open()
      const regarding = await real.client.get(namespaces, { name: namespace })
      recorder.event(regarding, 'Normal', 'Seen', 'seen')
      await recorder.flush()
      expect(await show(`-n default events --for namespace/${namespace}`)).toMatch(
        new RegExp(`Normal +Seen +Namespace/${namespace} +seen\n`),
      )
    })
  })
}
