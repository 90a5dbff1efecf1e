import { useCallback } from 'react'
import type { Problem } from '../../domain/problem'
import { problemText } from '../../texts/problems'
import { useEdition } from '../edition'

/** Tells a person of a problem, in the edition in use. */
export const useProblemText = (): ((problem: Problem) => string) => {
  const edition = useEdition()
  return useCallback((problem: Problem) => problemText(edition, problem), [edition])
}
