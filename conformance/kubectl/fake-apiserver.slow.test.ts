import { expect, test } from 'vitest'
import { describeKubectl } from './describe-kubectl.ts'
import { kubectlSuite } from './suite.ts'
import { openFake } from './targets.ts'

describeKubectl('kubectl on the fake apiserver', () => kubectlSuite(openFake))

describeKubectl('kubectl where not everything is allowed', () => {
  test('D05: auth can-i exits with the code for no, and the request is forbidden', async () => {
    const { kubectl, close } = await openFake({
      authorize: ({ verb, user }) => user === 'admin' || ['get', 'list', 'watch'].includes(verb),
    })
    expect(await kubectl.run('auth can-i delete pods')).toMatchObject({ code: 0, stdout: 'yes\n' })
    expect(await kubectl.run('auth can-i get pods --as joe')).toMatchObject({ code: 0, stdout: 'yes\n' })
    expect(await kubectl.run('auth can-i delete pods --as joe')).toMatchObject({ code: 1, stdout: 'no\n' })
    const refused = await kubectl.run('create configmap x --as joe')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toBe(
      'error: failed to create configmap: configmaps is forbidden: User "joe" cannot create resource "configmaps" in API group "" in the namespace "default"\n',
    )
    await close()
  })

  test('D05: delete of a namespace deletes its objects', async () => {
    const { kubectl, close } = await openFake()
    await kubectl.run('create namespace doomed')
    await kubectl.run('create configmap within -n doomed')
    const deleted = await kubectl.run('delete namespace doomed')
    expect(deleted).toMatchObject({ code: 0, stdout: 'namespace "doomed" deleted\n' })
    expect(await kubectl.run('get configmap within -n doomed')).toMatchObject({ code: 1 })
    await close()
  })
})
