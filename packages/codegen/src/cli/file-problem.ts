import { errorMessage } from '@kube-informer/core/internal'
import { CodegenError } from '../model/codegen-error.ts'

const MESSAGES: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'is a folder',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'is in a file, not in a folder',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
}

/** The error of a file operation, as a problem of the file. */
export function fileError(error: unknown, file: string): CodegenError {
  if (error instanceof CodegenError) return error
  return new CodegenError([{ file, message: MESSAGES[codeOf(error) ?? ''] ?? errorMessage(error) }])
}

/** Whether a file operation failed because there is no such file. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
