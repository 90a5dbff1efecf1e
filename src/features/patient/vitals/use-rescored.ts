import { useMemo } from 'react'
import type { Checkup } from '../../../domain/checkup/checkup'
import { rescoreCheckup } from '../../../domain/checkup/rescore'
import type { EwsScheme } from '../../../domain/ews'

/** Check-ups with the scores that a draft of the thresholds gives them; null: as they are. */
export const useRescored = (
  checkups: readonly Checkup[],
  draft: EwsScheme | null,
): readonly Checkup[] =>
  useMemo(
    () =>
      draft === null
        ? checkups
        : checkups.map((checkup) => ({
            ...checkup,
            ewsScores: rescoreCheckup(checkup, checkup.ewsScores, draft),
          })),
    [checkups, draft],
  )
