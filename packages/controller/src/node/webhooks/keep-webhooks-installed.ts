import { type Clock, isAbort, systemClock } from '@kube-informer/core'
import { errorMessage, onAbort } from '@kube-informer/core/internal'
import type { Logger } from '../../api/logger.ts'
import type { Runnable } from '../../api/runnable.ts'
import { silentLogger } from '../../api/silent-logger.ts'
import { webhookConfigurations } from '../configurations/webhook-configurations.ts'
import { coalesce } from './coalesce.ts'
import { type InstallWebhooksOptions, readConfigurations, writeConfigurations } from './install-webhooks.ts'
import { watchFiles } from './watch-files.ts'

/** Options of {@link keepWebhooksInstalled}. */
export interface KeepWebhooksInstalledOptions extends Omit<InstallWebhooksOptions, 'signal'> {
  /** How often the CA file is read and a failed write is tried again, in milliseconds. @default 10_000 */
  readonly intervalMs?: number | undefined
  /** Whether only the leader writes. @default true */
  readonly needsLeaderElection?: boolean | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** Receives each write, and why one failed. @default no messages */
  readonly logger?: Logger | undefined
}

/**
 * A runnable that installs webhooks as {@link installWebhooks} does, and again when the CA file changes. What fails is logged and
 * tried again. Throws a UsageError for wrong options.
 *
 * @example
 * manager.add(keepWebhooksInstalled({ client, webhooks, name: 'widgets', service, caFile }))
 */
export function keepWebhooksInstalled(options: KeepWebhooksInstalledOptions): Runnable {
  const { clock = systemClock, logger = silentLogger, needsLeaderElection = true } = options
  const { caFile, intervalMs = 10_000 } = options
  // Wrong options would be logged forever.
  webhookConfigurations(options.webhooks, options)
  return {
    needsLeaderElection,
    async run(signal) {
      const install = coalesce(installer({ ...options, signal }, logger))
      watchFiles(caFile === undefined ? [] : [caFile], { clock, logger, intervalMs, signal }, install)
      await install()
      await new Promise<void>(resolve => void onAbort(signal, () => resolve()))
      await install()
    },
  }
}

/** A task that writes the configurations if they have changed since it last did. */
function installer(
  options: InstallWebhooksOptions & { readonly signal: AbortSignal },
  logger: Logger,
): () => Promise<void> {
  let installed = ''
  let problem = ''
  return async () => {
    if (options.signal.aborted) return
    try {
      const configurations = await readConfigurations(options)
      const text = JSON.stringify(configurations)
      if (text !== installed) {
        await writeConfigurations(configurations, options)
        logger.info('webhooks installed', { name: options.name })
      }
      installed = text
      problem = ''
    } catch (error) {
      if (isAbort(error)) return
      if (errorMessage(error) !== problem) logger.error('webhooks could not be installed', error)
      problem = errorMessage(error)
    }
  }
}
