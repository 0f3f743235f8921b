/** The default name of the database. */
export const DATABASE_NAME = 'kube-informer'

/** The platform's IndexedDB, unless another one is given; null stands for none. */
export const factoryOf = ({
  indexedDB = globalThis.indexedDB,
}: {
  readonly indexedDB?: IDBFactory | null | undefined
}): IDBFactory | undefined => indexedDB ?? undefined

/** Whether a database exists; does not create one. Not every browser has `databases()`. */
export function databaseExists(factory: IDBFactory, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name)
    let isNew = false
    request.onupgradeneeded = () => {
      isNew = true
      // The browser then removes the database that it has just created.
      request.transaction?.abort()
    }
    request.onsuccess = () => {
      request.result.close()
      resolve(true)
    }
    request.onerror = () => (isNew ? resolve(false) : reject(request.error))
  })
}

/** Deletes a database, if there is one. Waits until other tabs have closed it. */
export function deleteDatabase(factory: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = factory.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}
