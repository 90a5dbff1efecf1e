import { z } from 'zod'

/** What is said of a text that cannot be kept. */
export const unstorableMessage = 'Contains a character that cannot be stored'

/** Whether every store keeps a text: PostgreSQL has no U+0000, UTF-8 no lone surrogates. */
export const isStorableText = (text: string): boolean =>
  !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** A text that every store keeps as it is. */
export const storableText = z.string().refine(isStorableText, unstorableMessage)

/**
 * The path of the first text that cannot be kept, e.g. `items.0.id`; '' the value itself; null:
 * none.
 */
export function findUnstorable(value: unknown): string | null {
  // By hand, not by recursion: a body may be nested as deep as it is long.
  const left: { readonly value: unknown; readonly path: string }[] = [{ value, path: '' }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path } = next
    if (typeof next.value === 'string' && !isStorableText(next.value)) return path
    if (typeof next.value !== 'object' || next.value === null) continue
    const members = Object.entries(next.value)
    // A name that cannot be kept is not repeated in an answer: the object that has it is named.
    if (members.some(([name]) => !isStorableText(name))) return path
    for (const [name, member] of members.toReversed()) {
      if (typeof member === 'string' || typeof member === 'object')
        left.push({ value: member, path: path === '' ? name : `${path}.${name}` })
    }
  }
  return null
}
