import type { KubernetesObject } from '@kube-informer/core'
import { useMemo } from 'react'
import type { ApplyPreview, UntypedApply } from './apply-preview.ts'
import { fieldConflicts } from './field-conflicts.ts'
import type { MutationResult } from './mutation-store.ts'
import type { ApplyResult, ScaleVariables } from './types.ts'
import { type UntypedMutationOptions, useMutation } from './use-mutation.ts'

type UntypedResult = MutationResult<unknown, unknown>
type Write = ReturnType<NonNullable<UntypedMutationOptions['mutationFn']>>

interface UntypedApplyOptions extends UntypedMutationOptions {
  readonly fieldManager?: string | undefined
}

/** `useKubeMutation` without the types of a definition. */
export const useUntypedKubeMutation = (options: UntypedMutationOptions): UntypedResult => useMutation(options)

const scaleWrite = ({ at, replicas, ...rest }: ScaleVariables): Write => ({
  verb: 'patch',
  at: { ...at, subresource: 'scale' },
  patch: { spec: { replicas } },
  ...rest,
})

/** `useScale` without the types of a definition. */
export const useUntypedScale = (options?: UntypedMutationOptions): UntypedResult =>
  useMutation({ ...options, mutationFn: scaleWrite })

/** `useDelete` without the types of a definition. */
export const useUntypedDelete = (options?: UntypedMutationOptions): UntypedResult =>
  useMutation({ ...options, verb: 'delete' })

/** `useApply` without the types of a definition. */
export function useUntypedApply(options: UntypedApplyOptions = {}): ApplyResult<KubernetesObject> {
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
  }) as MutationResult<ApplyPreview<KubernetesObject>, unknown>
  return useMemo(
    () => ({ ...result, conflicts: fieldConflicts(result.error), preview }),
    [result, preview],
  ) as ApplyResult<KubernetesObject>
}
