import { expect, test } from 'vitest'
import type { Workspace } from './workspace.ts'

/** Authorization; the user of these tests has all permissions. */
export function accessSuite({ ok, okLines }: Workspace): void {
  test('D05: auth can-i', async () => {
    expect(await ok('auth can-i get pods')).toBe('yes')
    expect(await ok('auth can-i create deployments.apps --subresource=scale')).toBe('yes')
    expect(await ok('auth can-i get /metrics')).toBe('yes')
    expect(await okLines('auth can-i --list')).toEqual(
      expect.arrayContaining([
        'Resources  Non-Resource URLs  Resource Names  Verbs',
        '*.*  []  []  [*]',
        'selfsubjectaccessreviews.authorization.k8s.io  []  []  [create]',
      ]),
    )
  })

  test('D05: auth whoami', async () => {
    expect(await okLines('auth whoami')).toEqual([
      'ATTRIBUTE  VALUE',
      'Username  admin',
      'UID  admin',
      'Groups  [system:masters system:authenticated]',
    ])
  })
}
