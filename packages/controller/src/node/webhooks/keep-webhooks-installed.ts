import { type Clock, isAbort, systemClock } from '@kube-informer/core'
import { abortable, errorMessage, onAbort, Timer, withResolvers } from '@kube-informer/core/internal'
import type { Logger } from '../../api/logger.ts'
import type { Runnable } from '../../api/runnable.ts'
import { silentLogger } from '../../api/silent-logger.ts'
import { webhookConfigurations } from '../configurations/webhook-configurations.ts'
import { coalesce } from './coalesce.ts'
import { type InstallWebhooksOptions, readConfigurations, writeConfigurations } from './install-webhooks.ts'
import { watchFiles } from './watch-files.ts'
import type { WebhookServer } from './webhook-server.ts'

/** How often unchanged configurations are written. */
const REPAIR_MS = 600_000

/** When the configurations are compared, besides after a change of the certificate. */
export interface KeepWebhooksInstalledOptions extends Omit<InstallWebhooksOptions, 'signal'> {
  /** The server of the webhooks, if this process has it: nothing is written before it listens. @default writes at once */
  readonly server?: Pick<WebhookServer, 'waitForSync'> | undefined
  /** How often the CA file is read and a failed write is tried again, in milliseconds. @default 10_000 */
  readonly intervalMs?: number | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** Receives each write, and why one failed. @default no messages */
  readonly logger?: Logger | undefined
}

/**
 * A runnable that installs webhooks as {@link installWebhooks} does, and again when the CA file changes. Every 10 minutes it
 * writes them anyway, which repairs what others have changed or deleted. What fails is logged and tried again. Throws a
 * UsageError for wrong options.
 *
 * It belongs to the group `webhooks` and runs on each replica, without an election: the caches of a converted CRD sync only if
 * the apiserver can convert, and the election waits for the caches. All replicas apply the same with the same field manager, so
 * that the second write changes nothing. The caches wait for the end of the first attempt, whether it succeeds or fails, but no
 * longer than `intervalMs`.
 *
 * @example
 * manager.add(server)
 * manager.add(keepWebhooksInstalled({ client, server, webhooks, name: 'widgets', service, caFile }))
 */
export function keepWebhooksInstalled(options: KeepWebhooksInstalledOptions): Runnable {
  const { clock = systemClock, logger = silentLogger } = options
  const { server, caFile, intervalMs = 10_000 } = options
  // Wrong options would be logged forever.
  webhookConfigurations(options.webhooks, options)
  const attempted = withResolvers<void>()
  return {
    group: 'webhooks',
    needsLeaderElection: false,
    waitForSync: signal => abortable(attempted.promise, signal),
    async run(signal) {
      if (!(await isListening(server, signal))) return
      const install = coalesce(installer({ ...options, signal }, { clock, logger }))
      watchFiles(caFile === undefined ? [] : [caFile], { clock, logger, intervalMs, signal }, install)
      const patience = new Timer(clock)
      patience.start(intervalMs, attempted.resolve)
      await install()
      patience.stop()
      attempted.resolve()
      await new Promise<void>(resolve => void onAbort(signal, () => resolve()))
      await install()
    },
  }
}

/** Resolves with false if the signal aborts first. */
async function isListening(
  server: KeepWebhooksInstalledOptions['server'],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await server?.waitForSync(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return !signal.aborted
}

/** A task that writes the configurations if they have changed since it last did, or if that is long ago. */
function installer(
  options: InstallWebhooksOptions & { readonly signal: AbortSignal },
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): () => Promise<void> {
  let installed = ''
  let repairAt = 0
  let problem = ''
  return async () => {
    if (options.signal.aborted) return
    try {
      const configurations = await readConfigurations(options)
      const text = JSON.stringify(configurations)
      const isRepair = text === installed
      if (!isRepair || clock.now() >= repairAt) {
        // A write that fails may have been done in part.
        installed = ''
        await writeConfigurations(configurations, options)
        repairAt = clock.now() + REPAIR_MS
        if (!isRepair) logger.info('webhooks installed', { name: options.name })
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
