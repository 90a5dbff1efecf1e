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
 * A choice kept on this device under a `virtual_ward` key (C635); never anything that names a
 * patient (C636). `read` parses what was stored, null for nothing.
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

export const oneOf =
  <Value extends string | number | boolean>(allowed: readonly Value[], fallback: Value) =>
  (kept: unknown): Value =>
    allowed.find((one) => one === kept) ?? fallback
