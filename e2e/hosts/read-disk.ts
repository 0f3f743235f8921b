/** Runs in the page: returns all text in the databases of its origin, also that of binary values. */
export async function readDisk(): Promise<string> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const textOf = async (value: unknown): Promise<string> => {
    if (value instanceof Blob) return value.text()
    if (value instanceof Uint8Array) return new TextDecoder().decode(value)
    if (typeof value !== 'object' || value === null) return String(value)
    return (await Promise.all(Object.values(value).map(textOf))).join(' ')
  }
  const texts: string[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const values = await resultOf(database.transaction(store).objectStore(store).getAll())
      texts.push(await textOf(values))
    }
    database.close()
  }
  return texts.join(' ')
}
