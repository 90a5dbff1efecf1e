import { checkupFiles } from '../../data/checkup'
import type { Checkup } from '../../domain/checkup/checkup'
import { namedFiles } from '../../domain/checkup/checkup-file'
import { useAnswer } from '../../engine/react'
import { shownFile, type ShownFile } from './files.view'

/** The files of a check-up on the screen. */
export interface Files {
  readonly checkupId: string
  readonly of: (url: string) => ShownFile
  /** Asks for new addresses. */
  readonly refresh: () => Promise<void>
  readonly fetching: boolean
  readonly offline: boolean
}

/** Asks where the files of a check-up are, as long as it is shown; addresses are in this page alone. */
export const useFiles = (checkup: Checkup): Files => {
  const answer = useAnswer(
    checkupFiles,
    { checkupId: checkup.id },
    { enabled: namedFiles(checkup).length > 0, secret: true },
  )
  return {
    checkupId: checkup.id,
    of: (url) => shownFile(url, answer),
    refresh: answer.refresh,
    fetching: answer.fetching,
    offline: answer.offline,
  }
}
