/** A running kube-controller-manager. */
export interface ControllerManager {
  /** Stops it; idempotent. */
  stop(): Promise<void>
}

/** What a kube-controller-manager connects to, and where it listens. */
export interface ControllerManagerAddress {
  readonly kubeconfig: string
  /** The folder for its self-signed certificate. */
  readonly certDir: string
  /** The port of `/healthz`. */
  readonly port: number
}

/** The name of the certificate that it writes into `certDir`. */
export const CONTROLLER_MANAGER_CERTIFICATE = 'kube-controller-manager.crt'

/** The flags of a kube-controller-manager that runs the named controllers only. */
export function controllerManagerFlags(
  controllers: readonly string[],
  { kubeconfig, certDir, port }: ControllerManagerAddress,
): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--controllers=${controllers.join(',')}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${certDir}`,
    // One administrator acts for all of them; there are no service accounts.
    '--use-service-account-credentials=false',
    '--leader-elect=false',
    // By default it sends 20 requests per second, which a test would wait for.
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
  ]
}
