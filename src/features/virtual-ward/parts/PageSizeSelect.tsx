import { NativeSelect } from '@mantine/core'
import { virtualWardTexts } from '../../../texts/virtual-ward'
import { useEdition } from '../../../ui/edition'
import { pageSizes } from '../../../domain/virtual-ward/options'
import type { PageSize } from '../virtual-ward.view'
import styles from '../VirtualWardScreen.module.css'

/** Patients per page (C182, C623). */
export function PageSizeSelect({
  value,
  onChange,
}: {
  readonly value: PageSize
  readonly onChange: (next: PageSize) => void
}) {
  const t = virtualWardTexts(useEdition())
  return (
    <NativeSelect
      label={t.pageSize}
      className={styles['pageSize']}
      value={String(value)}
      onChange={(event) => {
        const next = pageSizes.find((one) => String(one) === event.currentTarget.value)
        if (next !== undefined) onChange(next)
      }}
      data={pageSizes.map(String)}
    />
  )
}
