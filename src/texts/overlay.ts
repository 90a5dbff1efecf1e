import type { Edition } from '../domain/organization/organization'

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `base` with the texts of `over`; functions, lists and strings are replaced whole. */
export const overlay = <T extends object>(base: T, over: object): T => {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isGroup(value) && isGroup(below) ? overlay(below, value) : value
  }
  return merged as T
}

/** The texts of an edition, the US ones where they differ; the same object each time. */
export const inEditions = <T extends object>(enGB: T, enUS: object): ((edition: Edition) => T) => {
  const all: Readonly<Record<Edition, T>> = { 'en-GB': enGB, 'en-US': overlay(enGB, enUS) }
  return (edition) => all[edition]
}
