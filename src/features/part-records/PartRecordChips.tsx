import { Button } from '@mantine/core'
import { partRecords } from '../../data/part-record'
import { useAnswer } from '../../engine/react'
import { partRecordsTexts } from '../../texts/part-records'
import { useEdition } from '../../ui/edition'
import { Tooltip } from '../../ui/feedback'
import type { PatientTabProps } from '../../ui/room'
import { useOpenWhole } from './use-open-whole'

/** Which organisations have a part of the record of a patient who is registered here. */
export function PartRecordChips({ patient }: PatientTabProps) {
  const { chip } = partRecordsTexts(useEdition())
  // Of a patient of one organisation nobody else has a part.
  const enabled = patient.organizations.length > 1
  const { value } = useAnswer(partRecords, patient.id, { enabled })
  const open = useOpenWhole()
  return (
    <>
      {(value ?? [])
        .filter((part) => !part.isOwn)
        .map((part) => (
          <Tooltip key={part.id} label={open.disabled ?? chip.text(part.organization.name)}>
            <Button
              variant="default"
              size="sm"
              aria-haspopup="dialog"
              aria-disabled={open.disabled !== null}
              onClick={() => open.disabled === null && open.ask(part)}
            >
              {chip.name(part.organization.name)}
            </Button>
          </Tooltip>
        ))}
      {open.dialog}
    </>
  )
}
