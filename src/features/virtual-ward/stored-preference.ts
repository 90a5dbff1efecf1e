import { useCallback, useState } from 'react'

const read = (key: string): unknown => {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null // storage switched off, or not ours: the default holds
  }
}

/**
 * A choice of this device that outlives the page, under a key that starts with `virtual_ward` (C635). Never anything that
 * names a patient (C636). A stored value that is not among `allowed` counts as none.
 */
export const useStoredPreference = <Value extends string | number>(
  key: `virtual_ward_${string}`,
  allowed: readonly Value[],
  fallback: Value,
): readonly [Value, (next: Value) => void] => {
  const [value, setValue] = useState<Value>(() => {
    const stored = read(key)
    return allowed.find((one) => one === stored) ?? fallback
  })
  const store = useCallback(
    (next: Value) => {
      setValue(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // the choice then lasts as long as the page
      }
    },
    [key],
  )
  return [value, store]
}
