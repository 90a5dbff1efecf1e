import { Button } from '@mantine/core'
import { useState } from 'react'
import { checkupFiles } from '../../../data/checkup'
import { isEcgReport } from '../../../domain/checkup/attachments'
import type { Checkup } from '../../../domain/checkup/checkup'
import { useCall } from '../../../engine/react'
import { checkupTexts } from '../../../texts/checkup'
import { useEdition } from '../../../ui/edition'
import { showToast } from '../../../ui/feedback'
import { useProblemText } from '../../../ui/problem'
import { openInTab } from '../../../ui/work'
import type { Files } from '../use-files'
import { Block } from './Block'
import { FileState } from './FileState'
import styles from './files.module.css'

/** Opens it by an address that is asked for at the press: one of before may be over. */
function Open({
  url,
  name,
  files,
}: {
  readonly url: string
  readonly name: string
  readonly files: Files
}) {
  const t = checkupTexts(useEdition()).attachments
  const say = useProblemText()
  const { run, busy } = useCall(checkupFiles)
  const [blocked, setBlocked] = useState<string | null>(null)
  const ask = async (): Promise<string | null> => {
    const result = await run({ checkupId: files.checkupId })
    const found =
      result.kind === 'refused' ? undefined : result.value.find((file) => file.url === url)
    if (found !== undefined) return found.address
    const why = result.kind === 'refused' ? say(result.problem) : t.gone
    showToast('attachment', `${t.notOpened(name)}. ${why}`)
    return null
  }
  return (
    <>
      <Button
        variant="default"
        size="sm"
        loading={busy}
        disabled={files.offline}
        onClick={() => void openInTab(ask).then(setBlocked)}
      >
        {t.open(name)}
      </Button>
      {blocked !== null && (
        <span>
          {t.blocked}{' '}
          <a href={blocked} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </span>
      )}
    </>
  )
}

/** What is attached to a check-up: ECG reports and others, each to be opened. */
export function AttachmentsBlock({
  checkup,
  files,
}: {
  readonly checkup: Checkup
  readonly files: Files
}) {
  const t = checkupTexts(useEdition())
  if (checkup.attachments.length === 0) return null
  return (
    <Block title={t.attachments.heading}>
      <ul className={styles['attachments']}>
        {checkup.attachments.map(({ id, type, downloadUrl }) => {
          const name = isEcgReport(type) ? t.attachments.ecgReport : t.attachments.other(type)
          const { kind } = files.of(downloadUrl)
          return (
            <li key={id}>
              <span>{name}</span>
              {kind === 'here' && <Open url={downloadUrl} name={name} files={files} />}
              {kind === 'here' && files.offline && <span>{t.files.offline}</span>}
              {kind !== 'here' && (
                <FileState
                  kind={kind}
                  onRetry={() => void files.refresh()}
                  retrying={files.fetching}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Block>
  )
}
