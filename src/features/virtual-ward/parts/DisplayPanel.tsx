import { Checkbox } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import type { Feature } from '../../../domain/access/permissions'
import { identityDisplays } from '../../../domain/identity'
import { grids, type Grid } from '../../../domain/virtual-ward/options'
import { columnsFor, type BoardDisplay } from '../../../domain/virtual-ward/preferences'
import { boardTexts } from '../../../texts/board'
import { useEdition } from '../../../ui/edition'
import { Choice } from '../../../ui/layout'
import styles from './panels.module.css'

export interface DisplayPanelProps {
  readonly display: BoardDisplay
  readonly grid: Grid
  readonly fits: (leastWidth: number) => boolean
  readonly features: ReadonlySet<Feature>
  readonly onChange: (next: BoardDisplay) => void
  /** Refresh and room, above how cards look. */
  readonly children: ReactNode
}

/** How cards look: identity, columns, how many side by side (C176, C200 to C204). */
export function DisplayPanel({
  display,
  grid,
  fits,
  features,
  onChange,
  children,
}: DisplayPanelProps) {
  const t = boardTexts(useEdition()).display
  const name = useId()
  return (
    <section className={styles['panel']} aria-label={t.title}>
      {children}
      <Choice
        label={t.identity}
        value={display.identity}
        options={identityDisplays.map((value) => ({ value, label: t.identities[value] }))}
        onChange={(identity) => onChange({ ...display, identity })}
      />
      <fieldset className={styles['group']}>
        <legend>{t.columns}</legend>
        <div className={styles['boxes']}>
          {columnsFor(features).map((column) => (
            <Checkbox
              key={column}
              label={t.column[column]}
              checked={!display.hidden.includes(column)}
              onChange={(event) =>
                onChange({
                  ...display,
                  hidden: event.currentTarget.checked
                    ? display.hidden.filter((one) => one !== column)
                    : [...display.hidden, column],
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{t.grid}</legend>
        <div className={styles['boxes']}>
          {grids.map(({ id, leastWidth }) => {
            const room = fits(leastWidth)
            return (
              <label key={id} className={styles['radio']} data-disabled={!room}>
                <input
                  type="radio"
                  name={name}
                  checked={grid === id}
                  disabled={!room}
                  onChange={() => onChange({ ...display, grid: id })}
                />
                {t.grids[id]}
                {!room && <span className={styles['chip']}>{t.tooSmall}</span>}
              </label>
            )
          })}
        </div>
      </fieldset>
    </section>
  )
}
