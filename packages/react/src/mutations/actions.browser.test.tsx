import { type ReactNode, useActionState, useOptimistic } from 'react'
import { useFormStatus } from 'react-dom'
import { expect } from 'vitest'
import { at, hooks, renderDeployment } from '../test/deployments.tsx'
import { testOfReact19 } from '../test/react-version.ts'
import { actOn } from '../testing/act-on.ts'

const { useObject, useScale } = hooks

const Submit = (): ReactNode => <button type="submit">{useFormStatus().pending ? 'sending' : 'send'}</button>

const submit = (container: HTMLElement): Promise<void> =>
  actOn(() => container.querySelector('button')?.click())

testOfReact19('a form action is pending until the server has accepted the write', async () => {
  const Form = (): ReactNode => {
    const { mutateAsync } = useScale()
    return (
      <form
        action={async form =>
          void (await mutateAsync({ object: at, replicas: Number(form.get('replicas')) }))
        }
      >
        <input name="replicas" defaultValue="4" />
        <Submit />
      </form>
    )
  }
  const view = await renderDeployment(<Form />)
  view.server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'delay', ms: 1_000 } })
  await submit(view.container)
  expect(view.container.textContent).toBe('sending')
  await view.waitFor(() => expect(view.container.textContent).toBe('send'))
  expect(view.server.requests.find(({ method }) => method === 'PATCH')?.status).toBe(200)
})

testOfReact19('the state of an action is the error of its mutation', async () => {
  const Form = (): ReactNode => {
    const { mutateAsync } = useScale()
    const [message, action] = useActionState(
      () =>
        mutateAsync({ object: { ...at, name: 'missing' }, replicas: 1 }).then(
          () => 'done',
          (error: Error) => error.message,
        ),
      '',
    )
    return (
      <form action={action}>
        <Submit />
        {message}
      </form>
    )
  }
  const view = await renderDeployment(<Form />)
  await submit(view.container)
  await view.waitFor(() => expect(view.container.textContent).toMatch(/"missing" not found/))
})

testOfReact19(
  'useOptimistic shows its value until the rows have the new one, without the old one in between',
  async () => {
    const shown: unknown[] = []
    const Scaler = (): ReactNode => {
      const replicas = useObject('default/web').data?.spec?.replicas
      const [value, setValue] = useOptimistic(replicas)
      // The rows show the response only, so that the value comes from useOptimistic until then.
      const { mutateAsync } = useScale({ optimistic: false })
      shown.push(value)
      return (
        <form
          action={async () => {
            setValue(3)
            await mutateAsync({ object: at, replicas: 3 })
          }}
        >
          <Submit />
          {value}
        </form>
      )
    }
    const view = await renderDeployment(<Scaler />)
    await view.waitFor(() => expect(view.container.textContent).toBe('send1'))
    shown.length = 0
    view.server.faults.add({ match: { method: 'PATCH' }, times: 1, action: { type: 'delay', ms: 1_000 } })
    await submit(view.container)
    expect(view.container.textContent).toBe('sending3')
    await view.waitFor(() => expect(view.container.textContent).toBe('send3'))
    await view.advance()
    expect(shown.slice(shown.indexOf(3))).not.toContain(1)
  },
)
