import { useState } from 'react'

/** Which branches of a tree are open, by key. */
export interface OpenBranches {
  readonly open: ReadonlySet<string>
  readonly toggle: (key: string) => void
}

/** All branches are closed at first. */
export const useOpenBranches = (): OpenBranches => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string): void =>
    setOpen((was) => {
      const next = new Set(was)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return { open, toggle }
}
