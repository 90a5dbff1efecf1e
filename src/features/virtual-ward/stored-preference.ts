import { useCallback, useState } from 'react'

type PreferenceKey = `virtual_ward_${string}`

/** What this browser keeps under a key; null: nothing. */
export const stored = (key: PreferenceKey): unknown => {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null // storage switched off, or not ours: the default holds
  }
}

/**
 * A choice of this device that outlives the page, under a key that starts with `virtual_ward`
 * (C635). Never anything that names a patient (C636). `read` makes a choice of whatever was stored,
 * null for nothing.
 */
export const useStoredPreference = <Value>(
  key: PreferenceKey,
  read: (kept: unknown) => Value,
): readonly [Value, (next: Value) => void] => {
  const [value, setValue] = useState<Value>(() => read(stored(key)))
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

/** Reads one of the allowed values; anything else is the fallback. */
export const oneOf =
  <Value extends string | number | boolean>(allowed: readonly Value[], fallback: Value) =>
  (kept: unknown): Value =>
    allowed.find((one) => one === kept) ?? fallback
