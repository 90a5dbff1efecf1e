import { useCallback } from 'react'
import type { Problem } from '../../domain/problem'
import { signInProblemText } from '../../texts/sign-in-problems'
import { useEdition } from '../../ui/edition'

export const useProblemText = (): ((problem: Problem) => string) => {
  const edition = useEdition()
  return useCallback((problem: Problem) => signInProblemText(edition, problem), [edition])
}
