import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { readPatientSheet } from '../../data/patient-sheet'
import type { FileFault, PatientSheet } from '../../domain/patient-sheet/read-grid'
import { bulkUploadTexts, fileFaultText } from '../../texts/bulk-upload'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { paths } from '../../ui/paths'
import styles from './bulk-upload.module.css'

/** The two steps: the template, and the file that was made of it (O111, O112). */
export function ChooseFile({
  onRead,
}: {
  readonly onRead: (fileName: string, sheet: PatientSheet) => void
}) {
  const t = bulkUploadTexts(useEdition())
  const [reading, setReading] = useState<string | null>(null)
  const [fault, setFault] = useState<FileFault | null>(null)
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return
    setReading(file.name)
    setFault(null)
    const answer = await readPatientSheet(file)
    setReading(null)
    if (answer.kind === 'read') onRead(file.name, answer.sheet)
    else setFault(answer.fault)
  }
  return (
    <ol className={styles['steps']}>
      <li>
        <h3>{t.start.fill}</h3>
        <p>{t.start.fillText}</p>
        <Button variant="default" component="a" href={paths.importTemplate()} download>
          {t.start.template}
        </Button>
      </li>
      <li>
        <h3>{t.start.upload}</h3>
        <p>{t.start.uploadText}</p>
        {fault !== null && (
          <Banner kind="danger" title={t.start.refused}>
            {fileFaultText(t, fault)}
          </Banner>
        )}
        <div className={styles['actions']}>
          {/* A new one each time: a file that was corrected under its name is chosen again. */}
          <FileButton
            key={`${reading ?? ''} ${fault?.code ?? ''}`}
            accept=".xlsx"
            disabled={reading !== null}
            onChange={(file) => void read(file)}
          >
            {(button) => (
              <Button {...button} loading={reading !== null}>
                {t.start.choose}
              </Button>
            )}
          </FileButton>
          <output>{reading === null ? '' : t.start.reading(reading)}</output>
        </div>
      </li>
    </ol>
  )
}
