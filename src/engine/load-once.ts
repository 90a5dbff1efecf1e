/**
 * Loads on the first call and once; a chunk that did not arrive must not fail for ever, so a
 * failure is forgotten.
 */
export const loadOnce = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let loading: Promise<Value> | null = null
  return () => {
    loading ??= load()
    loading.catch(() => {
      loading = null
    })
    return loading
  }
}
