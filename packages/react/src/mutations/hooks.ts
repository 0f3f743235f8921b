import { useMemo } from 'react'
import type { RegisteredDefinitions, RegisteredResource } from '../context/registered-definitions.ts'
import type { UntypedApply } from './apply-preview.ts'
import { fieldConflicts } from './field-conflicts.ts'
import type { MutationHooks, ScaleVariables } from './types.ts'
import { type UntypedMutationOptions, useMutation } from './use-mutation.ts'

/** The exported hooks: `Register` adds types only. */
type Registered = MutationHooks<RegisteredDefinitions, RegisteredResource>
type Write = ReturnType<NonNullable<UntypedMutationOptions['mutationFn']>>

export interface UntypedApplyOptions extends UntypedMutationOptions {
  readonly fieldManager?: string | undefined
}

/**
 * Writes an object and shows the change at once. The variables are the members of the verb, or what `mutationFn` makes a
 * write of.
 *
 * @example const label = useMutate({ resource: 'pods', verb: 'patch' })
 */
export const useMutate = ((options: UntypedMutationOptions) =>
  useMutation(options)) as Registered['useMutate']

const scaleWrite = ({ replicas, options, ...rest }: ScaleVariables): Write => ({
  verb: 'patch',
  patch: { spec: { replicas } },
  options: { ...options, subresource: 'scale' },
  ...rest,
})

/**
 * Sets the number of replicas through the scale subresource.
 *
 * @example useScale({ resource: 'deployments' }).mutate({ object: deployment, replicas: 3 })
 */
export const useScale = ((options?: UntypedMutationOptions) =>
  useMutation({ ...options, mutationFn: scaleWrite })) as Registered['useScale']

/**
 * Deletes an object. Its row leaves at once.
 *
 * @example useDelete({ resource: 'pods' }).mutate({ object: pod })
 */
export const useDelete = ((options?: UntypedMutationOptions) =>
  useMutation({ ...options, verb: 'delete' })) as Registered['useDelete']

/**
 * Server-side apply, with a preview and with the conflicts of field managers.
 *
 * @example const { mutate, conflicts, preview } = useApply({ resource: 'deployments' })
 */
export const useApply = ((options: UntypedApplyOptions = {}) => {
  const { fieldManager } = options
  const result = useMutation({
    ...options,
    mutationFn: ({ object, force, ...rest }: UntypedApply): Write => ({
      verb: 'apply',
      object,
      options: { force, fieldManager },
      ...rest,
    }),
  })
  const preview = useMutation(options, (target, variables: UntypedApply) => {
    // A chunk of its own: few pages compare objects.
    const accepted = import('./apply-preview.ts').then(({ previewApply }) =>
      previewApply({ ...target, conflictsOf: fieldConflicts }, variables),
    )
    return { accepted, settled: accepted }
  })
  return useMemo(() => ({ ...result, conflicts: fieldConflicts(result.error), preview }), [result, preview])
}) as Registered['useApply']
