import { useEffect, useState } from 'react'
import { softSignWords } from '../../domain/checkup/soft-signs'
import type { Edition } from '../../domain/organization/organization'
import { useEdition } from '../edition'

type Words = (key: string, edition: Edition) => string

let loaded: Words | null = null

/**
 * Tells a sign's key in words: by the symptom catalogue, which is loaded when a screen first asks for
 * it; until it is here, and where it cannot be loaded, by the words of the key.
 */
export const useSymptomWords = (): ((key: string) => string) => {
  const edition = useEdition()
  const [words, setWords] = useState<Words | null>(() => loaded)
  useEffect(() => {
    if (words !== null) return
    let isHere = true
    import('../../domain/symptoms/words').then(
      ({ symptomWords }) => {
        loaded = symptomWords
        if (isHere) setWords(() => symptomWords)
      },
      // The words of the key stay.
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [words])
  return (key) => (words ?? softSignWords)(key, edition)
}
