import { Checkbox } from '@mantine/core'
import type { Ward } from '../../data/ward'
import { usersTexts } from '../../texts/users'
import { useEdition } from '../../ui/edition'
import { Await, type Asked } from '../../ui/feedback'
import styles from './users.module.css'

/** Stands for 'Assign to no wards' among the ids that are chosen. */
export const noWards = ''

/** Choosing no wards takes out every other choice, and the reverse (O177). */
const toggled = (chosen: readonly string[], id: string): readonly string[] =>
  chosen.includes(id)
    ? chosen.filter((one) => one !== id)
    : id === noWards
      ? [noWards]
      : [...chosen.filter((one) => one !== noWards), id]

/** The wards to assign somebody to, or none of them. */
export function WardsStep({
  answer,
  chosen,
  assigned,
  onChange,
}: {
  readonly answer: Asked<readonly Ward[]>
  readonly chosen: readonly string[]
  readonly assigned: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const t = usersTexts(useEdition()).add
  const count = chosen.filter((id) => id !== noWards).length
  return (
    <>
      <p>{t.wardsText}</p>
      <Await of={answer} failed={t.wardsFailed} skeleton={<p>{t.loading}</p>}>
        {(wards) =>
          wards.length === 0 ? (
            <p>{t.noWards}</p>
          ) : (
            <fieldset className={styles['wards']}>
              <legend>
                {t.wardsList} <output>{t.selected(count)}</output>
              </legend>
              <Checkbox
                label={t.none}
                checked={chosen.includes(noWards)}
                disabled={assigned.length > 0}
                onChange={() => onChange(toggled(chosen, noWards))}
              />
              {wards.map(({ id, name, numberOfPatients }) => {
                const isAssigned = assigned.includes(id)
                return (
                  <Checkbox
                    key={id}
                    label={t.ward(name, numberOfPatients)}
                    description={isAssigned ? t.assigned : undefined}
                    checked={isAssigned || chosen.includes(id)}
                    disabled={isAssigned}
                    onChange={() => onChange(toggled(chosen, id))}
                  />
                )
              })}
            </fieldset>
          )
        }
      </Await>
    </>
  )
}
