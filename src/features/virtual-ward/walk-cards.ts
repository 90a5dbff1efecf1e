import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** From the name on a card, arrow keys, Home and End lead to the names on others. */
export const walkCards = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('h3 a')]
  const at = names.findIndex((name) => name === event.target)
  if (at < 0) return
  event.preventDefault()
  names[step(at, names.length - 1)]?.focus()
}
