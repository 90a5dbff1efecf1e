import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { expiryHours, type ExpiryHours } from '../../domain/api-key/api-key'
import { apiKeysTexts } from '../../texts/api-keys'
import { useEdition, useTexts } from '../../ui/edition'
import { Dialog } from '../../ui/feedback'

/** Asks in how many hours a key is to expire. */
export function ExpireDialog({
  onNext,
  onClose,
}: {
  readonly onNext: (hours: ExpiryHours) => void
  readonly onClose: () => void
}) {
  const t = apiKeysTexts(useEdition()).expire
  const { cancel } = useTexts().ui
  const [hours, setHours] = useState<ExpiryHours>(expiryHours[0])
  return (
    <Dialog
      title={t.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button onClick={() => onNext(hours)}>{t.next}</Button>
        </>
      }
    >
      <NativeSelect
        label={t.when}
        value={String(hours)}
        data={expiryHours.map((one) => ({ value: String(one), label: t.option(one) }))}
        onChange={({ currentTarget: { value } }) =>
          setHours(expiryHours.find((one) => String(one) === value) ?? hours)
        }
      />
    </Dialog>
  )
}
