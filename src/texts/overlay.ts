import type { Edition } from '../domain/organization/organization'

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * `base` with every text that `over` gives in its place; neither is changed. Functions and strings
 * are replaced whole.
 */
export const overlay = <T extends object>(base: T, over: object): T => {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isGroup(value) && isGroup(below) ? overlay(below, value) : value
  }
  return merged as T
}

/**
 * Texts that both editions have, the American ones where they differ; asked for by edition, the
 * same object each time.
 */
export const inEditions = <T extends object>(enGB: T, enUS: object): ((edition: Edition) => T) => {
  const all: Readonly<Record<Edition, T>> = { 'en-GB': enGB, 'en-US': overlay(enGB, enUS) }
  return (edition) => all[edition]
}
